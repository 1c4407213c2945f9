"""Normalise origins to the form that browsers send."""

from urllib.parse import urlsplit

import httpx

from retaguarda.foundation.errors import invalid_field


def clean_origins(texts: list[str], *, allow_http: bool) -> list[str]:
    """Return each origin once, as a browser writes it.

    Args:
        allow_http: accept http too, for development.

    Raises:
        ApiError: 400, field origins.
    """
    origins = dict[str, None]()
    for text in texts:
        origin = _origin(text.strip(), allow_http)
        if origin is None:
            raise invalid_field(
                "origins", "origin_invalid", f"{text[:100]!r} is no origin: write https://shop.example, without a path"
            )
        origins[origin] = None
    return list(origins)


def _origin(text: str, allow_http: bool) -> str | None:
    try:
        parts = urlsplit(text)
        port = parts.port
        host = httpx.URL(text).raw_host.decode() if parts.hostname else ""
    except (ValueError, httpx.InvalidURL):
        return None
    if parts.scheme not in ("https", "http") or (parts.scheme == "http" and not allow_http):
        return None
    if not host or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        return None
    default_port = {"https": 443, "http": 80}[parts.scheme]
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" if port in (None, default_port) else f"{parts.scheme}://{host}:{port}"
