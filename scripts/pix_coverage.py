"""Runs the sandbox's tests and tells what of the official document of API Pix they really ran (make pix-coverage)."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]


def main() -> int:
    """0 when the tests passed and reached all of it; what they did not reach is told."""
    from sandbox import inventory

    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "seen.json"
        tests = [sys.executable, "-m", "pytest", "tests/sandbox", "-q", "-p", "no:cacheprovider", "--no-header"]
        ran = subprocess.run(tests, cwd=ROOT, env=os.environ | {"PIX_COVERAGE": str(told)}, check=False)
        seen = json.loads(told.read_text())
    violations = [[each.kind, each.where, each.text] for each in inventory.violations()]
    missing = [
        *_tell("operations", list(inventory.operations()), seen["operations"]),
        *_tell("examples", list(inventory.examples()), seen["examples"]),
        *_tell(
            "violations", [" · ".join(each) for each in violations], [" · ".join(each) for each in seen["violations"]]
        ),
    ]
    return ran.returncode or int(bool(missing))


def _tell(what: str, all_of_them: list[str], seen: list[str]) -> list[str]:
    missing = [each for each in all_of_them if each not in set(seen)]
    print(f"{what} {len(all_of_them) - len(missing)} of {len(all_of_them)}")
    for each in missing:
        print(f"  not reached by a test: {each[:200]}")
    return missing


if __name__ == "__main__":
    sys.exit(main())
