"""E-mail addresses, checked superficially: the receiving server knows the rest."""

import re

from retaguarda.foundation.errors import ApiError

#: The basic pattern of specification 5, in any script.
_PATTERN = re.compile(r"[^\s@\x00-\x1f\x7f]+@[^\s@\x00-\x1f\x7f.]+(\.[^\s@\x00-\x1f\x7f.]+)+")


def checked_address(email: str) -> str:
    """Checks an e-mail address.

    Raises:
        ApiError: 400, field email.
    """
    if not email:
        raise ApiError(400, {"email": ["field_required"]}, "email is required")
    if len(email) > 254:
        raise ApiError(400, {"email": ["too_long"]}, "email has at most 254 characters")
    if not _PATTERN.fullmatch(email):
        raise ApiError(400, {"email": ["email_address_invalid"]}, "email is no address")
    return email
