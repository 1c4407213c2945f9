"""What Lighthouse says of our pages, by its settings for a desktop."""

import json
import subprocess
from collections.abc import Iterator
from statistics import median
from typing import Any

from e2e.browser import find

from bench.browser import FLAGS, LIST
from bench.report import Row, grade
from bench.web_peer import FOLDER, PROGRAMS, environment

RUNS = 3
GOAL = 98


def rows(address: str, signed_in: Any) -> Iterator[Row]:
    """``signed_in``: what the browser of a person who has signed in keeps.

    Raises:
        CalledProcessError: a page could not be audited; what Lighthouse said stands above.
    """
    kept = {item["name"]: item["value"] for origin in signed_in["origins"] for item in origin["localStorage"]}
    pages = [("the overview", "/dashboard", kept), ("the pay-in list", LIST, kept), ("sign-in", "/", {})]
    task = {
        "browser": find(),
        "flags": FLAGS,
        "runs": RUNS,
        "pages": [{"name": name, "url": address + path, "storage": storage} for name, path, storage in pages],
    }
    said = subprocess.run(
        [PROGRAMS / "node", "lighthouse.mjs"],
        input=json.dumps(task),
        cwd=FOLDER,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    for page, runs in json.loads(said).items():
        for category in runs[0]:
            score = median(run[category]["score"] for run in runs)
            lost = sorted({audit for run in runs for audit in run[category]["lost"]})
            yield grade(f"(f) Lighthouse, {page}: {category}", score, "of 100", GOAL, note=", ".join(lost))
