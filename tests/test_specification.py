"""docs/specification.md names tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINE = re.compile(
    r"^\| (?P<section>[^|]+) \| (?P<fact>[^|]+) \| (?:`(?P<file>[^`]+)` › (?P<test>[^|]+)|\*later: [^*]+\*) \|$"
)


def test_every_fact_names_a_test_that_exists() -> None:
    lines = [line for line in (ROOT / "docs/specification.md").read_text().splitlines() if line.startswith("| ")]
    wrong = list[str]()
    for line in lines[1:]:
        found = LINE.match(line)
        if found is None:
            wrong.append(f"not a line of this page: {line}")
        elif found["file"]:
            path = ROOT / found["file"]
            if not path.exists() or found["test"].strip() not in path.read_text():
                wrong.append(f"{found['file']} has no test {found['test'].strip()!r}")
    assert wrong == []
    assert len(lines) > 60
