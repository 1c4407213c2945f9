"""Writes what is generated: web/openapi.json from the routes, and from that the Commands' forms; and the words of files out of those
of the screens. The TypeScript types come from web/openapi.json when the web is built (web/scripts/types.mjs).

``--check`` writes nothing and fails when a file is stale, or too large to be reviewed.
"""

import json
import subprocess
import sys
from pathlib import Path

from apidocs import with_calls
from exportwords import export_words
from forms import commands
from retaguarda.lists.exports.words import FILE

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "web" / "openapi.json"
GUIDE = ROOT / "docs" / "api.md"
COMMANDS = ROOT / "web" / "src" / "app" / "commands.ts"
#: What the contract may weigh, in bytes for each of its calls: it grows with what the product does, never with how that is written down.
HEAVIEST_CALL = 1_250


def main() -> int:
    document = subprocess.run(
        [sys.executable, "-m", "retaguarda", "openapi"], check=True, capture_output=True, text=True
    ).stdout
    contract = json.loads(document)
    made = {DOCUMENT: document, COMMANDS: commands(contract)}
    made[FILE] = export_words(ROOT / "web" / "public" / "locales")
    made[GUIDE] = with_calls(GUIDE.read_text(), contract)
    weight = len(document.encode()) // sum(len(calls) for calls in contract["paths"].values())
    heavy = weight > HEAVIEST_CALL
    if heavy:
        print(f"the contract weighs {weight:,} bytes a call, of {HEAVIEST_CALL:,} at most", file=sys.stderr)
    stale = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run `make generate` and commit it", file=sys.stderr)
        return 1 if stale or heavy else 0
    for path in stale:
        path.write_text(made[path])
        print(f"wrote {path.relative_to(ROOT)}")
    return 1 if heavy else 0


if __name__ == "__main__":
    sys.exit(main())
