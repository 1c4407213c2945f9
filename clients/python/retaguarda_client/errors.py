"""What goes wrong, as types. Each tells the answer's key, which stays the same, and the request's id, which support asks for."""

from __future__ import annotations

import httpx


class RetaguardaError(Exception):
    """Whatever a call can end with."""


class Unanswered(RetaguardaError):
    """No answer came: nobody knows whether it was done. Send it again with ``idempotency_key``: it is done once."""

    def __init__(self, why: str, idempotency_key: str | None) -> None:
        super().__init__(why)
        self.idempotency_key = idempotency_key


class ApiError(RetaguardaError):
    """An answer that is not a success.

    ``key``: what stays the same about it; empty where ``fields`` say it. ``fields``: of each field that was refused, its keys.
    ``text``: English, for people. ``idempotency_key``: the one it was sent with.
    """

    def __init__(self, answer: httpx.Response, idempotency_key: str | None) -> None:
        try:
            told = answer.json()
        except ValueError:
            told = {}
        told = told if isinstance(told, dict) else {}
        message = told.get("message", "")
        self.status = answer.status_code
        self.key: str = message if isinstance(message, str) else ""
        self.fields: dict[str, list[str]] = message if isinstance(message, dict) else {}
        self.text: str = told.get("error", answer.reason_phrase)
        self.request_id: str | None = told.get("request_id")
        self.idempotency_key = idempotency_key
        asked = answer.headers.get("Retry-After", "")
        #: Seconds after which to try again; None where it was not said.
        self.retry_after = int(asked) if asked.isdigit() else None
        super().__init__(f"{self.status} {message or self.text} (request {self.request_id})")


class Invalid(ApiError):
    """400 and 422: something about the call is wrong; ``key`` or ``fields`` say what."""


class SignedOut(ApiError):
    """401: the key is not known, or ended."""


class NotAllowed(ApiError):
    """403: the key's role may not do this, or it takes a person with a second factor."""


class NotFound(ApiError):
    """404: there is no such thing among the merchant's own."""


class Conflict(ApiError):
    """409: the thing's state does not allow it, or its twin with the same key still runs."""


class TooMany(ApiError):
    """429, after all tries: ``retry_after`` says when."""


class Unavailable(ApiError):
    """5xx, after all tries: send it again later, with the same ``idempotency_key``."""


_BY_STATUS = {400: Invalid, 401: SignedOut, 403: NotAllowed, 404: NotFound, 409: Conflict, 422: Invalid, 429: TooMany}


def error_of(answer: httpx.Response, idempotency_key: str | None) -> ApiError:
    made = Unavailable if answer.status_code >= 500 else _BY_STATUS.get(answer.status_code, ApiError)
    return made(answer, idempotency_key)
