"""Builds one wheel with the built web inside, into ``dist``: the same sources give the same bytes.

``--try`` builds it once more elsewhere and compares the bytes, then installs it into an empty virtual environment, runs it on data of
its own, and asks it for a page, a call and ``verify``; last it is older than the schema, and says so.
"""

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
from pathlib import Path

from local_house import free_port, get

ROOT = Path(__file__).parents[1]
STAGE = ROOT / ".build" / "wheel"
DIST = ROOT / "dist"
#: Where an installed package has its web; ``settings.py`` looks there first.
WEB = Path("server") / "retaguarda" / "web_dist"
#: For sources without a history, as a release's archive.
_EPOCH = "1767225600"
#: Seconds until an empty data folder is served, demo data included.
_READY = 180


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--try", action="store_true", dest="tried", help="install the wheel elsewhere, and run it")
    given = parser.parse_args()
    wheel = build()
    print(f"{wheel.relative_to(ROOT)}: {wheel.stat().st_size // 1000} kB, sha256 {_hash(wheel)}")
    if given.tried:
        build_again(wheel)
        print("built again elsewhere, it has the same bytes")
        try_wheel(wheel)
        print("an empty environment serves it")


def build(stage: Path = STAGE, dist: Path = DIST) -> Path:
    if not (ROOT / "web" / "dist" / "index.html").is_file():
        raise SystemExit("web/dist is not built: make wheel builds it first")
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(ROOT / "server", stage / "server", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copytree(ROOT / "web" / "dist", stage / WEB)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, stage / name)
    for path in stage.rglob("*"):
        # A wheel keeps the modes, and a checkout's depend on its umask.
        path.chmod(0o755 if path.is_dir() else 0o644)
    dist.mkdir(exist_ok=True)
    for old in dist.glob("retaguarda-*.whl"):
        old.unlink()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "-w",
            dist,
            stage,
        ],
        env=os.environ | {"SOURCE_DATE_EPOCH": _epoch(), "PYTHONHASHSEED": "0"},
        check=True,
    )
    return next(dist.glob("retaguarda-*.whl"))


def build_again(wheel: Path) -> None:
    """Elsewhere, because a path must not be part of it.

    Raises:
        SystemExit: the bytes are others.
    """
    with tempfile.TemporaryDirectory(prefix="retaguarda-again-") as folder:
        again = build(Path(folder) / "stage", Path(folder) / "dist")
        if (again.name, _hash(again)) != (wheel.name, _hash(wheel)):
            raise SystemExit(f"the same sources gave other bytes: sha256 {_hash(wheel)} and {_hash(again)}")


def try_wheel(wheel: Path) -> None:
    """Serve the wheel from an environment and a folder that know nothing of this checkout."""
    with tempfile.TemporaryDirectory(prefix="retaguarda-wheel-") as name:
        folder = Path(name)
        # The embedded Postgres runs as a user of its own where we are root.
        folder.chmod(0o755)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        pip = [folder / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", ROOT / "requirements.txt"], cwd=folder, check=True)
        subprocess.run([*pip, "--no-deps", wheel], cwd=folder, check=True)
        port = free_port()
        env = {
            "PATH": f"{folder / 'venv' / 'bin'}:/usr/bin:/bin",
            "HOME": str(folder),
            "PORT": str(port),
            "RETAGUARDA_SANDBOX_PORT": str(free_port()),
            "RETAGUARDA_DATA": str(folder / "data"),
            "RETAGUARDA_DEMO_PAYINS": "200",
        }
        house = subprocess.Popen([folder / "venv" / "bin" / "retaguarda", "serve"], cwd=folder, env=env)
        try:
            _wait(f"http://127.0.0.1:{port}/ready", house)
            page = get(f"http://127.0.0.1:{port}/")
            if b'id="root"' not in page or b"/assets/" not in page:
                raise SystemExit("the wheel serves no web")
            subprocess.run([folder / "venv" / "bin" / "retaguarda", "verify"], cwd=folder, env=env, check=True)
        finally:
            house.send_signal(signal.SIGINT)
            house.wait(timeout=90)
        _refuses_newer_schema(folder, env)


#: What a newer program would have left behind.
_NEWER = """
from pathlib import Path
import psycopg
from retaguarda.database_url import DATABASE
from retaguarda.foundation.embedded import EmbeddedPostgres

server = EmbeddedPostgres.of(Path("data").resolve())
server.start()
with psycopg.connect(server.url(DATABASE)) as owner:
    owner.execute("insert into schema_migration (number, checksum) values ('9999', '')")
server.stop()
"""


def _refuses_newer_schema(folder: Path, env: dict[str, str]) -> None:
    """
    Raises:
        SystemExit: the wheel, older than the schema, serves it or does not say why not.
    """
    programs = folder / "venv" / "bin"
    subprocess.run([programs / "python", "-c", _NEWER], cwd=folder, env=env, check=True)
    told = subprocess.run(
        [programs / "retaguarda", "serve"],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=_READY,
        check=False,
    )
    said = told.stdout + told.stderr
    if not told.returncode or "schema 9999 of a newer program; start that one" not in said:
        raise SystemExit(f"a wheel older than the schema said: {said}")


def _wait(address: str, house: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _READY
    while True:
        try:
            get(address)
            return
        except (urllib.error.URLError, ConnectionError):
            if house.poll() is not None or time.monotonic() > until:
                raise SystemExit("the wheel does not serve") from None
            time.sleep(0.5)


def _epoch() -> str:
    told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.strip() or _EPOCH


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
