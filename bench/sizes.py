"""What the built web weighs, as its own script for budgets counts it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.report import Row, figure
from bench.web_peer import PROGRAMS

SCRIPT = Path(__file__).parents[1] / "web" / "scripts" / "size.mjs"


def rows() -> Iterator[Row]:
    """
    Raises:
        ValueError: a page is not built.
    """
    said = subprocess.run([PROGRAMS / "node", SCRIPT, "--json"], capture_output=True, text=True, check=True).stdout
    sizes: dict[str, Any] = json.loads(said)
    for page in sizes["pages"]:
        yield figure(f"(f) style sheets of {page['name']}, gzipped", page["css"], "kB", sizes["budgets"]["css"])
    lazy = sizes["lazy"][0]
    yield figure("(f) heaviest lazy piece, gzipped", lazy["js"], "kB", sizes["budgets"]["lazy"], note=lazy["file"])
    for piece in sizes["thirdParties"]:
        yield figure(f"(f) third party {piece['name']}, gzipped", piece["js"], "kB")
