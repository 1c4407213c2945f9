"""The built web: files from memory, compressed once, and the one page for every address that is no file and no API."""

import base64
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

COMPRESSED = {".js", ".css", ".html", ".json", ".svg", ".txt", ".map"}
#: Files under this folder carry a hash of their content in their name.
HASHED = "/assets/"
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    zipped: bytes | None
    #: Empty where every response differs.
    etag: bytes
    media_type: bytes
    cache: bytes

    @classmethod
    def read(cls, path: Path, address: str) -> "_File":
        body = path.read_bytes()
        media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if media_type.startswith("text/") or media_type in ("application/json", "application/javascript"):
            media_type += "; charset=utf-8"
        return cls(
            body=body,
            zipped=gzip.compress(body, 9, mtime=0) if path.suffix in COMPRESSED else None,
            etag=b'"%s"' % hashlib.sha256(body).hexdigest()[:32].encode(),
            media_type=media_type.encode(),
            cache=b"public, max-age=31536000, immutable" if address.startswith(HASHED) else b"no-cache",
        )

    def carrying(self, nonce: str) -> "_File":
        """The page with the nonce of its response, which nobody may keep: another response's policy has another one."""
        mark = b'<head><meta property="csp-nonce" nonce="%s">' % nonce.encode()
        body = self.body.replace(b"<head>", mark, 1)
        return replace(self, body=body, zipped=gzip.compress(body, 6, mtime=0), etag=b"", cache=b"no-store")


class Pages:
    """Answers GET and HEAD for files and pages; everything under ``api`` goes on to the application."""

    def __init__(self, app: ASGIApp, folder: Path, api: tuple[str, ...]) -> None:
        self.app = app
        self.api = api
        self.files = dict[str, _File]()
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.is_file():
                address = "/" + path.relative_to(folder).as_posix()
                self.files[address] = _File.read(path, address)

    @property
    def inline_scripts(self) -> tuple[str, ...]:
        """The scripts that stand in the page itself, as a policy names them: by the hash of their text."""
        page = self.files.get("/index.html")
        texts: list[bytes] = _INLINE_SCRIPT.findall(page.body) if page else []
        return tuple(f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in texts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        http = cast(HTTPScope, scope)
        found = self._find(http) if scope["type"] == "http" else None
        if found is None:
            await self.app(scope, receive, send)
        else:
            await _send(found, http, send)

    def _find(self, scope: HTTPScope) -> _File | None:
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD") or path.startswith(self.api):
            return None
        page = self.files.get("/index.html")
        # A missing file is a mistake to be seen, not a page.
        found = self.files.get(path) or (None if "." in path.rsplit("/", 1)[-1] else page)
        nonce = cast(dict[str, str], scope["state"]).get("nonce")
        return found.carrying(nonce) if found and found is page and nonce else found


async def _send(file: _File, scope: HTTPScope, send: Send) -> None:
    asked = dict(scope["headers"])
    headers = [
        (b"content-type", file.media_type),
        (b"cache-control", file.cache),
        (b"vary", b"Accept-Encoding"),
        *([(b"etag", file.etag)] if file.etag else []),
    ]
    status, body = 200, file.body
    if file.etag and asked.get(b"if-none-match") == file.etag:
        status, body = 304, b""
    elif file.zipped is not None and b"gzip" in asked.get(b"accept-encoding", b""):
        headers.append((b"content-encoding", b"gzip"))
        body = file.zipped
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body, "more_body": False})
