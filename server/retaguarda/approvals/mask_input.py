"""Mask what a request asked for as lists mask it: of a CPF, and of a phone or e-mail that is a key, only a part is shown."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.diff import Change
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.mask_key import mask_key

#: Words in names of fields that hold a document, or a key that may be one.
_NAMED = ("document", "cpf", "key")


def mask_input(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the input with every CPF and key masked, at any depth. A CNPJ is public and stays whole."""
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
    if "@" in value or value.startswith("+"):
        return mask_key(value)
    try:
        document = parse(value)
    except DocumentError:
        return value
    return document.mask() if document.kind == "cpf" else value
