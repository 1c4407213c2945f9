"""Finds a Chromium for the journeys: an installed one, else Debian's package when we may install it."""

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


class NoBrowser(Exception):
    """No Chromium is here and none can be installed; the text says what to do."""


def find() -> str:
    """Path of the program. RETAGUARDA_CHROMIUM names another one.

    Raises:
        NoBrowser
    """
    if chosen := os.environ.get("RETAGUARDA_CHROMIUM"):
        return chosen
    found = _installed()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-qq"], check=True, **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], check=True, **quiet)
        found = _installed()
    if found is None:
        raise NoBrowser(
            "the journeys need Chromium: install it (Debian and Ubuntu: `sudo apt-get install chromium`), "
            "or set RETAGUARDA_CHROMIUM to the path of a Chrome or Chromium"
        )
    return found


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)
