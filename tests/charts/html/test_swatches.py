"""The line of a curve as a picture of a legend that is text."""

from base64 import b64decode
from dataclasses import replace

from charts.html.swatches import line_swatch, swatch
from charts.style.theme import ClassStyle, class_style


def drawing(style: ClassStyle) -> str:
    return b64decode(line_swatch(style).partition("base64,")[2].rstrip(")")).decode()


def test_a_swatch_has_the_colour_and_the_dash_of_its_curve() -> None:
    style = replace(class_style(2), dash="8px,3px")
    assert f'stroke="{style.color}"' in drawing(style)
    assert 'stroke-dasharray="8,3"' in drawing(style)
    assert "dasharray" not in drawing(replace(style, dash="solid"))


def test_a_swatch_is_a_markdown_image_without_words() -> None:
    assert line_swatch(class_style(1)).startswith("![](data:image/svg+xml;base64,")


def test_a_square_has_one_colour() -> None:
    shown = swatch("#167F43")
    assert shown.startswith("![](data:image/svg+xml;base64,")
    assert 'fill="#167F43"' in b64decode(shown.partition("base64,")[2].rstrip(")")).decode()
