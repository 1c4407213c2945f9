"""Finds a Chromium for the journeys: an installed one, else Debian's package when we may install it."""

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
#: The one without windows: the same pages with a third less of the processor. Debian has it, Ubuntu has not.
LIGHT = "chromium-headless-shell"


class NoBrowser(Exception):
    """No Chromium is here and none can be installed; the text says what to do."""


def find(*, light: bool = False) -> str:
    """Path of the program. RETAGUARDA_CHROMIUM names another one.

    Args:
        light: rather the one without windows. What is measured is measured in the one that people have.

    Raises:
        NoBrowser
    """
    if chosen := os.environ.get("RETAGUARDA_CHROMIUM"):
        return chosen
    names = (LIGHT, *NAMES) if light else (*NAMES, LIGHT)
    found = _installed(names)
    # A machine of somebody's keeps the browser that it has; one that only runs tests gets the light one beside it.
    wanted = found is None or (light and "CI" in os.environ and _installed((LIGHT,)) is None)
    if wanted and os.geteuid() == 0 and shutil.which("apt-get"):
        _apt("update")
        for package in (LIGHT, "chromium") if light else ("chromium",):
            _apt("install", "-y", "--no-install-recommends", package)
            if _installed((package,)):
                break
        found = _installed(names)
    if found is None:
        raise NoBrowser(
            "the journeys need Chromium: install it (Debian and Ubuntu: `sudo apt-get install chromium`), "
            "or set RETAGUARDA_CHROMIUM to the path of a Chrome or Chromium"
        )
    return found


def _apt(*words: str) -> None:
    """What fails is told by apt itself; the caller looks at what is there afterwards."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", *words], check=False, stdout=subprocess.DEVNULL, env=quiet)


def _installed(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)
