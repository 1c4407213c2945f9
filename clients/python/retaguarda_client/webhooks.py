"""Checks that a webhook is ours before anything in it is believed."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Sequence

from retaguarda_client._shapes import WebhookMessage
from retaguarda_client.errors import RetaguardaError

#: The header that carries the signature, and the one that carries the id to dedupe by.
SIGNATURE_HEADER, EVENT_ID_HEADER = "Retaguarda-Signature", "Retaguarda-Event-Id"


class WrongSignature(RetaguardaError):
    """The body was not signed with the secret, or too long ago. Answer 400 and do nothing."""


def read_webhook(
    body: bytes, signature: str, secret: str | Sequence[str], *, tolerance: float = 300, now: float | None = None
) -> WebhookMessage:
    """Returns what was told.

    Args:
        body: as it arrived, to the byte.
        signature: the header `Retaguarda-Signature`.
        secret: of the endpoint, `whsec_` included; both while one is rotated.
        tolerance: how old it may be, in seconds.
        now: Unix seconds; this moment without.

    Raises:
        WrongSignature: it is not ours, or too old.
    """
    parts = [part.partition("=") for part in signature.split(",")]
    at = next((value for name, _, value in parts if name == "t"), "")
    if not (at.isascii() and at.isdigit()) or abs((time.time() if now is None else now) - int(at)) > tolerance:
        raise WrongSignature("the signature is too old, or says no time")
    given = [value.encode() for name, _, value in parts if name == "v1"]
    payload = at.encode() + b"." + body
    for each in [secret] if isinstance(secret, str) else secret:
        wanted = hmac.new(each.encode(), payload, hashlib.sha256).hexdigest().encode()
        if any(hmac.compare_digest(wanted, one) for one in given):
            return json.loads(body)
    raise WrongSignature("no signature fits the body")
