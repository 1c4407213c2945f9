"""Response bodies shared by several routes."""

from typing import Any

import msgspec


class Tokens(msgspec.Struct):
    """Both tokens; or neither, with the methods for the second factor that is required.

    ``challenge`` goes into navigator.credentials.get() when one of the methods is a passkey.
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
