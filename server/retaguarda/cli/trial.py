"""What a trial brings beside the product, found by name: the product imports neither the sandbox provider nor the demo."""

from importlib import import_module
from typing import Protocol, cast

from retaguarda.settings import TRIAL, Settings


class Trial(Protocol):
    def fill(self, settings: Settings) -> None:
        """Connect the bundled provider, and load the demo where it is asked for; nothing that is there already."""
        ...

    def announce(self, settings: Settings) -> str:
        """Say where the provider is, and who can sign in; empty where there is nothing to say."""
        ...


def trial() -> Trial:
    return cast(Trial, import_module(TRIAL))
