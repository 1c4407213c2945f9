"""Identifiers of API Pix 2.9.0: those we choose, and checks of those the provider sends."""

import re
import secrets
import string
from datetime import UTC, date, datetime
from typing import Literal

_ALPHANUMERIC = string.ascii_letters + string.digits
_TXID = re.compile(r"[a-zA-Z0-9]{26,35}")
_RECURRENCE_ID = re.compile(r"[a-zA-Z0-9]{29}")
_REFUND_ID = re.compile(r"[a-zA-Z0-9]{1,35}")
_MINUTE = r"[0-9]{4}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])([01][0-9]|2[0-3])[0-5][0-9]"
_END_TO_END_ID = re.compile(rf"E[0-9A-Z]{{8}}{_MINUTE}[a-zA-Z0-9]{{11}}")
_RTR_ID = re.compile(rf"D[0-9A-Z]{{8}}{_MINUTE}[a-zA-Z0-9]{{11}}")


def new_txid() -> str:
    """32 letters and digits: what names a charge, unique for the receiver."""
    return secrets.token_hex(16)


def new_static_txid() -> str:
    """22 letters and digits: what names a static code; upper case, because people may have to read it aloud."""
    return f"QR{secrets.token_hex(10).upper()}"


def new_refund_id() -> str:
    """32 letters and digits: what names a refund, unique for its payment."""
    return secrets.token_hex(16)


def random_id(length: int) -> str:
    """Where an id is short, each place has to hold as much as it can."""
    return "".join(secrets.choice(_ALPHANUMERIC) for _ in range(length))


def transaction_id(letter: Literal["D", "E"], ispb: str, at: datetime) -> str:
    """A new endToEndId (E) or rtrId (D) of the participant with this ISPB."""
    return f"{letter}{ispb}{at.astimezone(UTC):%Y%m%d%H%M}{random_id(11)}"


def recurrence_id(prefix: Literal["RR", "RN", "SC"], ispb: str, day: date) -> str:
    """A new idRec (RR: may be tried again after its due day; RN: not) or idSolicRec (SC) of this participant."""
    return f"{prefix}{ispb}{day:%Y%m%d}{random_id(11)}"


def is_recurrence_id(text: str) -> bool:
    """Of a recurrence or a confirmation request: 29 letters and digits."""
    return _RECURRENCE_ID.fullmatch(text) is not None


def is_txid(text: str) -> bool:
    """Of a cob or cobv. A static code may carry a shorter one."""
    return _TXID.fullmatch(text) is not None


def is_refund_id(text: str) -> bool:
    return _REFUND_ID.fullmatch(text) is not None


def is_end_to_end_id(text: str) -> bool:
    """E + ISPB (8) + yyyyMMddHHmm in UTC + 11 letters and digits; upper and lower case differ."""
    return _END_TO_END_ID.fullmatch(text) is not None


def is_rtr_id(text: str) -> bool:
    """D + ISPB (8) + yyyyMMddHHmm in UTC + 11 letters and digits: what names a refund between banks."""
    return _RTR_ID.fullmatch(text) is not None
