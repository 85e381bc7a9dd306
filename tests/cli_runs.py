"""Runs of the command line: in this process, or as a program of its own, in a terminal if need be."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

from holdem_core.cli.commands import commands

ESCAPE = "\x1b["

needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


def make_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the environment decides about colours or widths."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    """Runs the command line in this process; no error may escape it."""
    result = CliRunner().invoke(commands, arguments, input=stdin)
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def refusal(*arguments: str, stdin: str | bytes = "") -> str:
    """The one line that a bad call ends with."""
    result = run(*arguments, stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("holdem-core: ")
    return line


def told(*arguments: str) -> dict[str, Any]:
    """The JSON object that a call prints, alone on its line."""
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    values: dict[str, Any] = json.loads(result.stdout)
    return values


def process(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """The command line as a program of its own."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-P", "-m", "holdem_core", *arguments], **{**streams, **options})


def finish(program: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    out, err = program.communicate(timeout=60)
    return program.returncode, (out or b"").decode(), (err or b"").decode()


def in_terminal(stream: str, *arguments: str, **environment: str) -> str:
    """What a program writes to a stream that is a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    options: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs}
    with process(*arguments, env={**os.environ, **environment}, **options) as program:
        os.close(theirs)
        written = b""
        try:
            while chunk := os.read(ours, 65536):
                written += chunk
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(ours)
        assert program.wait(timeout=60) == 0
    return written.decode().replace("\r\n", "\n")


def without_escapes(text: str) -> str:
    """What a terminal shows, without its colours."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)
