"""The sandbox as its handlers see it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from litestar import Request

from retaguarda.providers.pix.due import day_of
from retaguarda_sandbox.settings import SandboxSettings
from retaguarda_sandbox.store import Store


@dataclass(frozen=True, slots=True)
class Sandbox:
    """``now`` is the clock, a parameter so that tests may stand in another month. ``wake`` tells the courier that
    there is work; call it after the commit. ``before``: kind of call → the body of the answer before, for the fault that
    answers with another's."""

    settings: SandboxSettings
    store: Store
    now: Callable[[], datetime]
    wake: Callable[[], None]
    before: dict[str, bytes] = field(default_factory=dict)

    def today(self) -> date:
        return day_of(self.now())


def sandbox_of(request: Request[Any, Any, Any]) -> Sandbox:
    return request.app.state["sandbox"]


def system_clock() -> datetime:
    return datetime.now(UTC)
