"""Tokens of public addresses: each names one row of one company, signed with 128 bits, so that nobody can guess one."""

import base64
import binascii
import hmac
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys

_COMPANY_BYTES, _ROW_BYTES, _SIGNATURE_BYTES = 4, 16, 16
#: Base64 without padding: 36 bytes.
_LENGTH = (_COMPANY_BYTES + _ROW_BYTES + _SIGNATURE_BYTES) * 4 // 3


async def make_token(tx: Tx, keys: Keys, purpose: str, company: int, row: UUID) -> str:
    """Make the token of a row; always the same one.

    Args:
        purpose: of Keys.sign_permanently(): an address on paper outlives the secret.
    """
    named = company.to_bytes(_COMPANY_BYTES) + row.bytes
    signature = (await keys.sign_permanently(tx, purpose, named))[:_SIGNATURE_BYTES]
    return base64.urlsafe_b64encode(named + signature).decode()


async def read_token(tx: Tx, keys: Keys, purpose: str, token: str) -> tuple[int, UUID] | None:
    """Return the company and the row that a token names; None for one that we did not make for this purpose."""
    # One token has one way to be written: a decoder would overlook what stands behind its end.
    if len(token) != _LENGTH:
        return None
    try:
        link = base64.b64decode(token.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError):
        return None
    named, signature = link[:-_SIGNATURE_BYTES], link[-_SIGNATURE_BYTES:]
    expected = (await keys.sign_permanently(tx, purpose, named))[:_SIGNATURE_BYTES]
    if not hmac.compare_digest(signature, expected):
        return None
    return int.from_bytes(named[:_COMPANY_BYTES]), UUID(bytes=named[_COMPANY_BYTES:])
