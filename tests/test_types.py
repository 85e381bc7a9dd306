"""What type checkers find in code that uses the package: every planted mistake, and nothing in what is right."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TYPED = Path(__file__).parent / "typed"
MISTAKES, USES = TYPED / "mistakes.py", TYPED / "uses.py"
MARKED = {line for line, text in enumerate(MISTAKES.read_text().splitlines(), 1) if text.endswith("# mistake")}

Errors = set[tuple[str, int]]


def mypy(folder: Path) -> Errors:
    """The lines in which ``mypy --strict`` finds errors."""
    pytest.importorskip("mypy")
    options = ["--strict", "--output=json", "--config-file=", f"--cache-dir={folder}"]
    command = [sys.executable, "-P", "-m", "mypy", *options, str(MISTAKES), str(USES)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    found = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return {(Path(each["file"]).name, each["line"]) for each in found if each["severity"] == "error"}


def pyright(folder: Path) -> Errors:
    """The lines in which pyright finds errors, by its standard rules."""
    program = shutil.which("basedpyright", path=str(Path(sys.executable).parent)) or shutil.which("pyright")
    if program is None:
        pytest.skip("pyright is not installed")
    settings = {"include": [str(TYPED)], "typeCheckingMode": "standard", "reportAttributeAccessIssue": "error"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [program, "--outputjson", "--pythonpath", sys.executable, "--project", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    found = json.loads(result.stdout)["generalDiagnostics"]
    errors = [each for each in found if each["severity"] == "error"]
    return {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in errors}


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_every_planted_mistake_is_found_and_nothing_else(checker: Callable[[Path], Errors], tmp_path: Path) -> None:
    assert len(MARKED) > 30
    assert checker(tmp_path) == {(MISTAKES.name, line) for line in MARKED}
