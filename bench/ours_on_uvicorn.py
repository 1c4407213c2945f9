"""Ours on the other server: ``python -m bench.ours_on_uvicorn PORT PACKAGES``, PACKAGES being where uvicorn lies."""

import importlib
import sys

from retaguarda.cli.application import make

if __name__ == "__main__":
    # At the end of the path: every package that ours knows stays ours.
    sys.path.append(sys.argv[2])
    uvicorn = importlib.import_module("uvicorn")
    uvicorn.run(
        make,
        factory=True,
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
    )
