"""Writes what is in a release, as CycloneDX, from the lock files: ``dist/retaguarda-python.cdx.json`` and ``dist/retaguarda-web.cdx.json``.

The same lock files give the same bytes. cyclonedx-py reads ours of Python, npm its own.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
#: Of npm's answer: they differ each time, and say nothing.
_OF_THE_MOMENT = ("serialNumber",)


def main() -> None:
    DIST.mkdir(exist_ok=True)
    python = _run([sys.executable, "-m", "cyclonedx_py", "requirements", "--pyproject", ROOT / "pyproject.toml",
                   "--output-reproducible", "--sv", "1.6", "--of", "JSON", ROOT / "requirements.txt"], ROOT)  # fmt: skip
    web = _run(
        [ROOT / ".venv" / "bin" / "npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev"],
        ROOT / "web",
    )
    for name, told in (("python", python), ("web", web)):
        components = told.get("components", [])
        if not components or not all(each.get("version") for each in components):
            raise SystemExit(f"the list of {name} is empty, or names something without its version")
        file = DIST / f"retaguarda-{name}.cdx.json"
        file.write_text(json.dumps(_still(told), indent=1, sort_keys=True, ensure_ascii=False) + "\n")
        print(f"{file.relative_to(ROOT)}: {len(components)} components")


def _run(command: list[str | Path], folder: Path) -> dict[str, Any]:
    return json.loads(subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True).stdout)


def _still(told: dict[str, Any]) -> dict[str, Any]:
    for name in _OF_THE_MOMENT:
        told.pop(name, None)
    told["metadata"].pop("timestamp", None)
    return told


if __name__ == "__main__":
    main()
