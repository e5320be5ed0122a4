"""What the documents name exists: files, modules to run, options of the command line, settings, pages."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from predictions.columns import aliases
from predictions.limits import PREFIX, Limits
from report.cli.arguments import parse
from report.software import VERSION
from tests.support.pages import TITLES

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
DOCUMENTS += sorted((ROOT / "docs").glob("*.md"))
TOP = {path.name for path in ROOT.iterdir() if path.is_dir()}
each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def blocks(document: Path, language: str) -> Iterator[str]:
    return (found[1] for found in re.finditer(rf"^```{language}\n(.*?)^```$", document.read_text(), re.M | re.S))


def without_blocks(document: Path) -> str:
    return re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.M | re.S)


@each_document
def test_every_link_leads_to_a_file_and_its_heading(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)]+)\)", without_blocks(document)):
        path, _, heading = target.partition("#")
        file = document.parent / path if path else document
        assert file.exists(), target
        assert not heading or heading in anchors(file), target


def anchors(file: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", file.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


@each_document
def test_every_path_in_code_marks_exists(document: Path) -> None:
    named = re.findall(r"`([\w.-]+/[\w./-]*)`", without_blocks(document))
    paths = [each for each in named if each.split("/")[0] in TOP]
    assert [path for path in paths if not (ROOT / path).exists()] == []


@each_document
def test_every_function_is_in_the_file_it_is_named_with(document: Path) -> None:
    for path, function in re.findall(r"`([\w/]+\.py)`\s+`(\w+)`", without_blocks(document)):
        assert re.search(rf"^ *(def|class) {function}\b", (ROOT / path).read_text(), re.M), f"{path} has no {function}"


@each_document
def test_every_module_to_run_exists(document: Path) -> None:
    modules = set(re.findall(r"python -m ([\w.]+)", document.read_text())) - {"venv", "pytest"}
    files = {module: ROOT / module.replace(".", "/") for module in modules}
    assert [
        m for m, file in files.items() if not (file.with_suffix(".py").exists() or (file / "__main__.py").exists())
    ] == []


@each_document
def test_every_command_of_the_report_is_understood(document: Path) -> None:
    for command in re.findall(r"^\.venv/bin/python -m report (.*)$", "".join(blocks(document, "sh")), re.M):
        options = parse(shlex.split(command.partition("#")[0].partition(">")[0]))
        assert options.files


@each_document
def test_every_shell_block_parses(document: Path) -> None:
    for script in blocks(document, "sh"):
        done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_readme_names_every_page_and_the_python_of_the_checks() -> None:
    readme = (ROOT / "README.md").read_text()
    assert re.findall(r"^\| ([A-Z][\w -]+) \|", readme, re.M) == list(TITLES.values())
    minor = re.search(r"Python 3\.(\d+) or newer", readme)
    assert minor is not None
    assert f'target-version = "py3{minor[1]}"' in (ROOT / "pyproject.toml").read_text()


def test_the_user_guide_has_a_chapter_for_every_page() -> None:
    chapters = re.findall(r"^## (.*)$", (ROOT / "docs" / "user-guide.md").read_text(), re.M)
    assert [chapter for chapter in chapters if chapter in TITLES.values()] == list(TITLES.values())


def test_file_formats_names_the_columns_that_are_recognised() -> None:
    said = set(re.findall(r"`([\w<>]+)`", (ROOT / "docs" / "file-formats.md").read_text()))
    for names in (aliases.TRUTH, aliases.MODEL, aliases.SPLIT, aliases.FOLD, aliases.SEQUENCE, aliases.ORDER):
        assert set(names) <= said


def test_deployment_names_every_limit() -> None:
    said = (ROOT / "docs" / "deployment.md").read_text()
    for field in fields(Limits):
        assert re.search(rf"`({PREFIX})?_?{field.name.upper()}`", said), field.name
        told = str(field.default) if field.default is not MISSING else "of the memory"  # of this computer
        assert re.search(rf"(?<!\d){told}(?!\d)", said), field.name


def test_the_changelog_begins_with_what_is_not_released_and_knows_the_version() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert headings[0] == f"Unreleased: {VERSION}"
