"""The web's peer, a small react-admin application, and Lighthouse: installed and built once for each state of their files."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from bench.postgres import DATA

SOURCE = Path(__file__).parent / "peers" / "web"
FOLDER = DATA / "web"
DIST = FOLDER / "dist"
#: Node and npm, from the wheel that builds our own web too.
PROGRAMS = Path(sys.executable).parent


def install() -> None:
    """
    Raises:
        CalledProcessError: npm could not install or build; what it said stands above.
    """
    state, stamp = _state(), FOLDER / ".stamp"
    if stamp.exists() and stamp.read_text() == state:
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(SOURCE, FOLDER, ignore=shutil.ignore_patterns("node_modules", "dist"))
    for step in (["ci", "--silent"], ["run", "--silent", "build", "--", "--logLevel", "error"]):
        subprocess.run([PROGRAMS / "npm", *step], cwd=FOLDER, env=environment(), stdout=subprocess.DEVNULL, check=True)
    stamp.write_text(state)


def environment() -> dict[str, str]:
    return os.environ | {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}


def _state() -> str:
    found = hashlib.sha256()
    for path in sorted(path for path in SOURCE.rglob("*") if path.is_file() and "node_modules" not in path.parts):
        found.update(path.relative_to(SOURCE).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
