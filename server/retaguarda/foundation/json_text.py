"""Encodes values as JSON text, which SQL casts to jsonb."""

from typing import Any

import msgspec


def json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
