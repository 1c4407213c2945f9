"""The parts of a call's address: identifiers, parameters, a span of time, a page."""

from datetime import UTC, datetime
from typing import Any


def plain(identifier: str) -> str:
    """Identifiers may come from a stranger's webhook: none may change the path of a call.

    Raises:
        ValueError: it is more than ASCII letters and digits.
    """
    if not identifier.isascii() or not identifier.isalnum():
        raise ValueError(f"not an identifier of API Pix: {identifier!r:.80}")
    return identifier


def given(**values: Any) -> dict[str, str]:
    """Parameters, without those that are None."""
    return {name: str(value) for name, value in values.items() if value is not None}


def page_of(number: int, size: int) -> dict[str, str]:
    return {"paginacao.paginaAtual": str(number), "paginacao.itensPorPagina": str(size)}


def span(inicio: datetime, fim: datetime) -> dict[str, str]:
    """
    Raises:
        ValueError: a time without its zone.
    """
    return {"inicio": rfc3339(inicio), "fim": rfc3339(fim)}


def rfc3339(at: datetime) -> str:
    if at.tzinfo is None:
        raise ValueError("a time needs its zone")
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
