"""The rules of the house, as far as a program can see whether they are kept."""

import ast
import importlib
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("metrics", "words", "predictions", "charts", "report", "ui", "pages")
SHIPPED = sorted(file for room in (*ROOMS, "assets") for file in (ROOT / room).rglob("*.py")) + [*ROOT.glob("*.py")]
PACKAGES = [room for room in ROOMS if (ROOT / room / "__init__.py").exists()]
LONGEST_FUNCTION, LONGEST_FILE = 50, 400
KNOW_STREAMLIT = ("ui", "pages", "app.py")
GIVEN = {"streamlit", "plotly", "pandas"}  # need no reason of their own
UNFINISHED = re.compile(
    r"\b(TODO|FIXME|XXX|HACK|NotImplemented\w*|coming soon|lorem ipsum|not (yet )?implemented|placeholder(?! ?=))\b",
    re.IGNORECASE,
)
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as run; run(['--no-cache'])"
CHECKS = {
    "ruff check": ("ruff", "-m", "ruff", "check", "."),
    "ruff format": ("ruff", "-m", "ruff", "format", "--check", "."),
    "mypy": ("mypy", "-m", "mypy"),
    "lint-imports": ("importlinter", "-c", LINT_IMPORTS),
}
every_file = pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.relative_to(ROOT)))


@pytest.mark.parametrize("check", CHECKS)
def test_the_checks_are_clean(check: str) -> None:
    module, *arguments = CHECKS[check]
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed here")
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def reexported(package: str) -> Iterator[tuple[str, str]]:
    """(module, name) of what the package takes from its modules."""
    for node in ast.walk(ast.parse((ROOT / package / "__init__.py").read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
            yield from ((node.module, name.name) for name in node.names)


def constants_classes_functions(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_exports_what_its_modules_export(package: str) -> None:
    taken = list(reexported(package))
    exported = list(getattr(importlib.import_module(package), "__all__", []))
    assert set(exported) == {name for _, name in taken}
    assert exported == sorted(exported, key=constants_classes_functions)
    hidden = [f"{m}.{name}" for m, name in taken if name not in getattr(importlib.import_module(m), "__all__", [name])]
    assert not hidden, "exported by the package, but not by the module"


@every_file
def test_functions_and_files_stay_short(file: Path) -> None:
    source = file.read_text()
    assert len(source.splitlines()) <= LONGEST_FILE
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    long = [f.name for f in functions if f.end_lineno - f.lineno + 1 > LONGEST_FUNCTION]
    assert not long


@every_file
def test_nothing_is_left_unfinished(file: Path) -> None:
    assert UNFINISHED.findall(file.read_text()) == []


@every_file
def test_only_the_user_interface_knows_streamlit(file: Path) -> None:
    if file.relative_to(ROOT).parts[0] not in KNOW_STREAMLIT:
        assert not re.search(r"^\s*(import|from) streamlit\b", file.read_text(), re.MULTILINE)


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_further_requirement_has_its_reason(file: str) -> None:
    lines = (ROOT / file).read_text().splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "-r "))]
    assert len(wanted) > 3
    assert [line for line in wanted if re.split(r"[ =~<>\[]", line)[0] not in GIVEN and "# " not in line] == []


def test_assets_and_settings_name_no_foreign_host() -> None:
    files = [*(ROOT / ".streamlit").glob("*.toml"), *(ROOT / "assets").rglob("*.*")]
    texts = {
        file: file.read_text() for file in files if file.suffix in {".toml", ".svg", ".js", ".css", ".html", ".csv"}
    }
    assert texts
    foreign = re.compile(r"(?:https?:)?//(?!www\.w3\.org/|localhost|127\.0\.0\.1)[\w-]+\.[\w.-]+")
    assert {file.name: foreign.findall(text) for file, text in texts.items() if foreign.search(text)} == {}
