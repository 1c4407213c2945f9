"""Mask what a request asked for as lists mask it: of a CPF and of a phone that is a key, only a part is shown."""

import re
from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.diff import Change
from retaguarda.foundation.documents import DocumentError, parse

#: Words in names of fields that hold a document, or a key that may be one.
_NAMED = ("document", "cpf", "key")
#: A phone as a Pix key: +5511987654321.
_PHONE = re.compile(r"\+[0-9]{10,14}")


def mask_input(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the input with every CPF masked, at any depth. A CNPJ is public and stays whole."""
    return {name: _masked(name, value) for name, value in given.items()}


def mask_change(change: Change) -> Change:
    """Mask one changed field of an input, ``key.value`` for a nested one."""
    before, after = (_masked(change.field, value) for value in (change.before, change.after))
    return Change(change.field, before, after)


def _masked(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {inner: _masked(f"{name}.{inner}", each) for inner, each in value.items()}
    if isinstance(value, list):
        return [_masked(name, each) for each in value]
    if not isinstance(value, str) or not any(word in name.lower() for word in _NAMED):
        return value
    if _PHONE.fullmatch(value):
        return f"{value[:5]}*****{value[-3:]}"
    try:
        document = parse(value)
    except DocumentError:
        return value
    return document.mask() if document.kind == "cpf" else value
