"""Shapes of answers that several calls of this room give."""

from typing import Any

import msgspec


class Tokens(msgspec.Struct):
    """Both tokens; or, when a second factor is asked for, neither, and how it may be given.

    ``challenge`` is what navigator.credentials.get() wants, when one of the methods is a passkey.
    """

    token: str | None = None
    refreshToken: str | None = None
    twoFactorRequired: bool = False
    methods: list[str] = []
    challenge: dict[str, Any] | None = None


class Ok(msgspec.Struct):
    message: str
    statusCode: int = 200
    status: bool = True
