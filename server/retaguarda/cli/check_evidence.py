"""Check an evidence pack offline: no database, no network, no settings."""

import argparse
from pathlib import Path

from retaguarda.compliance.evidence.check_pack import check_pack


def main(arguments: list[str]) -> int:
    """Print what the pack is and everything that does not hold. Return 1 when anything does not."""
    parser = argparse.ArgumentParser(prog="python -m retaguarda check-evidence", description=__doc__)
    parser.add_argument("file", type=Path, help="the pack, a zip")
    parser.add_argument("--key", help="the log's verifier key that you know from elsewhere")
    options = parser.parse_args(arguments)
    try:
        content = options.file.read_bytes()
    except OSError as error:
        print(f"DOES NOT HOLD: {error}")
        return 1
    checked = check_pack(content, options.key)
    for line in checked.report:
        print(line)
    for problem in checked.problems:
        print(f"DOES NOT HOLD: {problem}")
    if not checked.problems:
        print("HOLDS")
    return 1 if checked.problems else 0
