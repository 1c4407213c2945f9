"""Serves the built web: files from memory, compressed once, and the one page at every path that is neither file nor API.

``routes.json`` of the web lists the paths with a screen; any other path gets the page with status 404.
"""

import base64
import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import cast

from retaguarda.foundation.asgi import ASGIApp, Receive, Scope, Send

COMPRESSED = {".js", ".css", ".html", ".json", ".svg", ".txt", ".map"}
#: Files in this folder carry a content hash in their name.
HASHED = "/assets/"
#: Paths of the web's screens, in its router's notation: /dashboard/payin/payments/$id.
ROUTES = "/routes.json"
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is held: compressed once, where that makes it smaller, and then not beside its plain form."""

    kept: bytes
    gzipped: bool
    #: Empty where every response differs.
    etag: bytes
    media_type: bytes
    cache: bytes
    status: int = 200

    @classmethod
    def read(cls, path: Path, address: str) -> "_File":
        body = path.read_bytes()
        media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if media_type.startswith("text/") or media_type in ("application/json", "application/javascript"):
            media_type += "; charset=utf-8"
        return cls(
            kept=gzip.compress(body, 9, mtime=0) if path.suffix in COMPRESSED else body,
            gzipped=path.suffix in COMPRESSED,
            etag=b'"%s"' % hashlib.sha256(body).hexdigest()[:32].encode(),
            media_type=media_type.encode(),
            cache=b"public, max-age=31536000, immutable" if address.startswith(HASHED) else b"no-cache",
        )

    @property
    def body(self) -> bytes:
        """Decompressed each time: nearly every client takes it compressed."""
        return gzip.decompress(self.kept) if self.gzipped else self.kept

    def with_nonce(self, nonce: str) -> "_File":
        """Returns the page with the nonce of this response. No cache may keep it: another response's policy has another
        nonce.
        """
        mark = b'<head><meta property="csp-nonce" nonce="%s">' % nonce.encode()
        body = self.body.replace(b"<head>", mark, 1)
        return replace(self, kept=gzip.compress(body, 6, mtime=0), gzipped=True, etag=b"", cache=b"no-store")


class Pages:
    """Serves GET and HEAD of files and pages; passes everything else on to the application."""

    def __init__(self, app: ASGIApp, folder: Path, api: Iterable[str]) -> None:
        """Reads the files.

        Args:
            api: the paths of the application: /v1/payin/charges/{id:str}.
        """
        self.app = app
        paths = tuple(api)
        self.api = _any_of(tuple(re.sub(r"{[^}]*}", "$", path) for path in paths))
        # Most requests go to the API; the first segment alone tells them from pages.
        self.trees = tuple({f"/{path.split('/')[1]}/" for path in paths if path.count("/") > 1})
        self.files = dict[str, _File]()
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.is_file():
                address = "/" + path.relative_to(folder).as_posix()
                self.files[address] = _File.read(path, address)
        screens = self.files.get(ROUTES)
        self.screens = _any_of(tuple(json.loads(screens.body)) if screens else ())

    @property
    def inline_scripts(self) -> tuple[str, ...]:
        """The hashes of the page's inline scripts, as a content security policy lists them."""
        page = self.files.get("/index.html")
        texts: list[bytes] = _INLINE_SCRIPT.findall(page.body) if page else []
        return tuple(f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in texts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        http = cast(Scope, scope)
        file = self._find(http) if scope["type"] == "http" else None
        if file is None:
            await self.app(scope, receive, send)
        else:
            await _send(file, http, send)

    def _find(self, scope: Scope) -> _File | None:
        """Finds the file to send; None: the application responds, also with 404."""
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return None
        if path.startswith(self.trees):
            return None if not _is_browser(scope) or self.api.fullmatch(path) else self._page(scope, 404)
        if path != "/index.html" and (file := self.files.get(path)):
            return file
        if path == "/index.html" or self.screens.fullmatch(path):
            return self._page(scope, 200)
        return None if not _is_browser(scope) or self.api.fullmatch(path) else self._page(scope, 404)

    def _page(self, scope: Scope, status: int) -> _File | None:
        page = self.files.get("/index.html")
        nonce = cast(dict[str, str], scope["state"]).get("nonce")
        if page is None:
            return None
        if nonce:
            page = page.with_nonce(nonce)
        return page if status == 200 else replace(page, status=status, etag=b"", cache=b"no-store")


@cache
def _any_of(paths: tuple[str, ...]) -> re.Pattern[str]:
    """Matches any of the paths: a part that begins with $ stands for anything, and a trailing slash is allowed."""
    patterns = ["/".join("[^/]+" if part[:1] == "$" else re.escape(part) for part in path.split("/")) for path in paths]
    # Without paths match nothing: an empty alternation would match the empty path.
    return re.compile(f"(?:{'|'.join(path.rstrip('/') for path in patterns)})/?" if patterns else "(?!)", re.IGNORECASE)


def _is_browser(scope: Scope) -> bool:
    """Tells a browser, which takes HTML, from a program, which takes JSON."""
    return any(name == b"accept" and b"text/html" in value.lower() for name, value in scope["headers"])


async def _send(file: _File, scope: Scope, send: Send) -> None:
    request_headers = dict(scope["headers"])
    headers = [
        (b"content-type", file.media_type),
        (b"cache-control", file.cache),
        (b"vary", b"Accept-Encoding"),
        *([(b"etag", file.etag)] if file.etag else []),
    ]
    status = file.status
    if file.etag and request_headers.get(b"if-none-match") == file.etag:
        status, body = 304, b""
    elif file.gzipped and b"gzip" in request_headers.get(b"accept-encoding", b""):
        headers.append((b"content-encoding", b"gzip"))
        body = file.kept
    else:
        body = file.body
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body, "more_body": False})
