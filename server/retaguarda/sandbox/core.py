"""The sandbox as its handlers see it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from litestar import Request

from retaguarda.sandbox.settings import SandboxSettings
from retaguarda.sandbox.store import Store

#: Due dates are days in Brasília, which has had no summer time since 2019.
_BRASILIA = timezone(timedelta(hours=-3))


@dataclass(frozen=True, slots=True)
class Sandbox:
    """``now`` is the clock, a parameter so that tests may stand in another month. ``wake`` tells the courier that
    there is work; call it after the commit."""

    settings: SandboxSettings
    store: Store
    now: Callable[[], datetime]
    wake: Callable[[], None]

    def today(self) -> date:
        return self.now().astimezone(_BRASILIA).date()


def sandbox_of(request: Request[Any, Any, Any]) -> Sandbox:
    return request.app.state["sandbox"]


def system_clock() -> datetime:
    return datetime.now(UTC)
