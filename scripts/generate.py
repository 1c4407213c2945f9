"""Writes what is generated: web/openapi.json from the routes, and from that the TypeScript types and the Commands' forms; and the
words of files out of those of the screens.

``--check`` writes nothing and fails when a file is stale.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from apidocs import with_calls
from exportwords import export_words
from forms import commands
from retaguarda.lists.exports.words import FILE

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "web" / "openapi.json"
TYPES = ROOT / "web" / "src" / "app" / "api-types.ts"
GUIDE = ROOT / "docs" / "api.md"
COMMANDS = ROOT / "web" / "src" / "app" / "commands.ts"


def main() -> int:
    document = subprocess.run(
        [sys.executable, "-m", "retaguarda", "openapi"], check=True, capture_output=True, text=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        source, types = Path(folder, "openapi.json"), Path(folder, "api-types.ts")
        source.write_text(document)
        web = ROOT / "web"
        subprocess.run(
            [web / "node_modules/.bin/openapi-typescript", source, "-o", types],
            check=True,
            capture_output=True,
            cwd=web,
        )
        contract = json.loads(document)
        made = {DOCUMENT: document, TYPES: types.read_text(), COMMANDS: commands(contract)}
        made[FILE] = export_words(web / "public" / "locales")
        made[GUIDE] = with_calls(GUIDE.read_text(), contract)
    stale = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run `make generate` and commit it", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(made[path])
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
