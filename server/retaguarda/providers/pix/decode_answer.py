"""Decodes an answer of API Pix, and mends what real providers send against their contract."""

import re
from typing import Any, TypeVar

import msgspec

from retaguarda.providers.pix.answers import Whole
from retaguarda.providers.pix.money import Centavos, parse_amount

Body = TypeVar("Body")


def decode(content: bytes, shape: type[Body]) -> Body:
    """A single object where a list belongs is a list of one: the document says a list of refunds, and shows an object.

    Raises:
        msgspec.DecodeError: its subclass ValidationError, UnicodeDecodeError or RecursionError as well.
    """
    content = without_nul(content)
    try:
        return msgspec.json.decode(content, type=shape, dec_hook=_exact)
    except msgspec.ValidationError as error:
        loaded = msgspec.json.decode(content)
        for _ in range(_MOST_MENDED):
            if not _listed(loaded, str(error)):
                break
            try:
                return msgspec.convert(loaded, shape, dec_hook=_exact)
            except msgspec.ValidationError as next_one:
                error = next_one
        raise error


#: Objects in one answer that stand where a list belongs.
_MOST_MENDED = 50
_NO_LIST = re.compile(r"Expected `array(?: \| null)?`, got `object` - at `\$(?P<path>(?:\.\w+|\[\d+\])+)`")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def _listed(loaded: Any, why: str) -> bool:
    """Puts the object that an error is about into a list; False when the error is about something else."""
    if not (found := _NO_LIST.match(why)):
        return False
    *way, last = [name or int(place) for name, place in _STEP.findall(found["path"])]
    for step in way:
        loaded = loaded[step]
    loaded[last] = [loaded[last]]
    return True


def without_nul(content: bytes) -> bytes:
    """JSON in which U+0000 became U+FFFD: Postgres keeps no NUL, and a payer's name must not stop a payment."""
    return content.replace(rb"\u0000", rb"\ufffd")


def _exact(kind: type, value: Any) -> Any:
    if kind is Centavos:
        return parse_amount(value)
    if kind is Whole:
        return _whole(value)
    raise NotImplementedError(kind)


def _whole(value: Any) -> Whole:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 18:
        return Whole(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return Whole(value)
    raise ValueError(f"expected a whole number, got {value!r:.40}")
