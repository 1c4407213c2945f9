"""The client of Retaguarda for a merchant's own programs."""

from __future__ import annotations

from types import TracebackType

import httpx
from typing_extensions import TypeIs

from retaguarda_client import _shapes as shapes
from retaguarda_client._calls import Calls
from retaguarda_client._transport import Page, Transport
from retaguarda_client.errors import (
    ApiError,
    Conflict,
    Invalid,
    NotAllowed,
    NotFound,
    RetaguardaError,
    SignedOut,
    TooMany,
    Unanswered,
    Unavailable,
)
from retaguarda_client.webhooks import WrongSignature, read_webhook

__all__ = [
    "ApiError",
    "Conflict",
    "Invalid",
    "NotAllowed",
    "NotFound",
    "Page",
    "Retaguarda",
    "RetaguardaError",
    "SignedOut",
    "TooMany",
    "Unanswered",
    "Unavailable",
    "WrongSignature",
    "awaits_approval",
    "read_webhook",
    "shapes",
]


class Retaguarda(Calls):
    """Speaks to one Retaguarda as one merchant's program.

    Each call that changes something is sent with an idempotency key: the one you give, which makes it safe to begin again
    after your own program died, or else a new one, which makes the client's own tries safe.
    """

    def __init__(
        self, url: str, key: str, *, timeout: float = 30, retries: int = 3, transport: httpx.BaseTransport | None = None
    ) -> None:
        """
        Args:
            url: where it is, `https://pay.example`.
            key: a secret key, `rtg_…`.
            timeout: how long one try waits, in seconds.
            retries: how often a call is sent again after a lost connection, 429 and 503.
            transport: what carries HTTP, where it is not the network.
        """
        headers = {"Authorization": f"Bearer {key}", "Accept": "application/json"}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout, transport=transport)
        super().__init__(Transport(self._http, retries))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Retaguarda:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def awaits_approval(answer: object) -> TypeIs[shapes.Awaiting]:
    """Whether a second person has to agree before it is done; ``answer["request"]`` says where that is decided."""
    return isinstance(answer, dict) and answer.get("message") == "awaiting_approval"
