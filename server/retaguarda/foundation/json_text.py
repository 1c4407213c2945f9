"""JSON as text: a statement takes it for jsonb."""

from typing import Any

import msgspec


def json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
