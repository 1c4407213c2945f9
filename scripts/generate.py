"""Writes what is generated and committed: from the contract (`python -m retaguarda openapi`) its digest for reviews, the calls of the guide,
the Commands' forms and the merchants' clients; and the words of files out of those of the screens. The contract itself is not committed: make writes web/openapi.json,
and web/scripts/types.mjs the TypeScript types from it.

``--check`` writes nothing and fails when a file is stale, or too large to be reviewed.
"""

import json
import subprocess
import sys
from pathlib import Path

from apidocs import with_calls
from clientcalls import parts_of
from clientpython import python_files
from clienttypescript import typescript_files
from contractdigest import digest
from exportwords import export_words
from forms import commands
from retaguarda.feed.write_schemas import page
from retaguarda.lists.exports.words import FILE
from retaguarda.merchant_api import merchant_contract

ROOT = Path(__file__).parents[1]
DIGEST = ROOT / "docs" / "contract.txt"
GUIDE = ROOT / "docs" / "api.md"
EVENTS = ROOT / "docs" / "guides" / "events.md"
COMMANDS = ROOT / "web" / "src" / "app" / "commands.ts"
PYTHON_CLIENT = ROOT / "clients" / "python" / "retaguarda_client"
TYPESCRIPT_CLIENT = ROOT / "clients" / "typescript" / "src"
#: What a committed file that is generated may weigh, in bytes: more than that nobody reads in a review.
HEAVIEST = 1_000_000


def main() -> int:
    document = subprocess.run(
        [sys.executable, "-m", "retaguarda", "openapi"], check=True, capture_output=True, text=True
    ).stdout
    contract = json.loads(document)
    made = {DIGEST: digest(contract), COMMANDS: commands(contract)}
    made[FILE] = export_words(ROOT / "web" / "public" / "locales")
    made[GUIDE] = with_calls(GUIDE.read_text(), contract)
    made[EVENTS] = page()
    client = parts_of(merchant_contract(contract))
    made |= {PYTHON_CLIENT / name: text for name, text in python_files(client).items()}
    made |= {TYPESCRIPT_CLIENT / name: text for name, text in typescript_files(client).items()}
    heavy = [path for path, text in made.items() if len(text.encode()) > HEAVIEST]
    for path in heavy:
        print(f"{path.relative_to(ROOT)} weighs more than {HEAVIEST:,} bytes", file=sys.stderr)
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
