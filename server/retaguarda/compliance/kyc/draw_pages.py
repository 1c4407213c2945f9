"""Draws what somebody brought as PNG pages of our own, in a child process that may use little time and memory.

Run as a program it reads the bytes from its input and writes, for each page, its width, height and length (three unsigned
32-bit numbers, big-endian) and the PNG. It refuses by its exit code.
"""

import asyncio
import io
import resource
import struct
import sys
from typing import NamedTuple

from retaguarda.foundation.errors import ApiError

#: Pages of a document, pixels of an image, dots of a page's longer side, seconds of processor time, bytes of memory.
PAGES, PIXELS, LONGER, SECONDS, MEMORY = 50, 40_000_000, 1_400, 20, 1_500_000_000
#: Seconds by the clock after which the child is ended.
PATIENCE = 60
_CODES = {10: "encrypted", 11: "scripted", 12: "attached", 13: "too_many_pages", 14: "unreadable", 15: "too_detailed"}
_BY_NAME = {name: code for code, name in _CODES.items()}
_HEADER = struct.Struct(">III")
#: Names of a PDF's objects that make a reader do something.
_ACTIVE = (b"/JavaScript", b"/JS ", b"/JS(", b"/JS<", b"/Launch", b"/RichMedia")


class Page(NamedTuple):
    width: int
    height: int
    png: bytes


async def draw_pages(content: bytes) -> list[Page]:
    """Draw every page. Call it outside a transaction: it may take seconds.

    Raises:
        ApiError: 422 ``file_refused``, saying why.
    """
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-m",
        "retaguarda.compliance.kyc.draw_pages",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PATH": "/usr/bin:/bin"},
    )
    try:
        drawn, _ = await asyncio.wait_for(child.communicate(content), PATIENCE)
    except TimeoutError:
        child.kill()
        await child.wait()
        raise _refused("too_detailed") from None
    if child.returncode:
        # A child that its limits ended has no code of ours.
        raise _refused(_CODES.get(child.returncode, "too_detailed"))
    return _unpacked(drawn)


def draw_here(content: bytes) -> list[Page]:
    """Draw what we made ourselves, without a child process; for the demo."""
    return _unpacked(b"".join(_of_pdf(content)))


def _unpacked(drawn: bytes) -> list[Page]:
    pages = list[Page]()
    while drawn:
        width, height, length = _HEADER.unpack_from(drawn)
        pages.append(Page(width, height, drawn[_HEADER.size : _HEADER.size + length]))
        drawn = drawn[_HEADER.size + length :]
    return pages


def _refused(why: str) -> ApiError:
    return ApiError(422, f"file_{why}", f"this file was refused: {why.replace('_', ' ')}")


class _Refusal(Exception):
    pass


def _of_pdf(content: bytes) -> list[bytes]:
    import pypdfium2
    from pypdfium2 import raw

    if any(name in content for name in _ACTIVE):
        raise _Refusal("scripted")
    if b"/EmbeddedFile" in content:
        raise _Refusal("attached")
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise _Refusal("encrypted" if "password" in str(error).lower() else "unreadable") from None
    if b"/Encrypt" in content[-4096:] or raw.FPDF_GetSecurityHandlerRevision(document.raw) != -1:
        raise _Refusal("encrypted")
    if raw.FPDFDoc_GetJavaScriptActionCount(document.raw) > 0:
        raise _Refusal("scripted")
    if raw.FPDFDoc_GetAttachmentCount(document.raw) > 0:
        raise _Refusal("attached")
    if not 0 < len(document) <= PAGES:
        raise _Refusal("too_many_pages" if len(document) else "unreadable")
    pages = list[bytes]()
    for page in document:
        width, height = page.get_size()
        if not (1 <= width <= 20_000 and 1 <= height <= 20_000):
            raise _Refusal("too_detailed")
        drawn = page.render(scale=LONGER / max(width, height), may_draw_forms=False)
        pages.append(_png(drawn.to_pil()))
    return pages


def _of_image(content: bytes) -> list[bytes]:
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = PIXELS
    with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
        if image.width * image.height > PIXELS:
            raise _Refusal("too_detailed")
        turned = ImageOps.exif_transpose(image)
        turned.thumbnail((LONGER, LONGER))
        return [_png(turned)]


def _png(image: object) -> bytes:
    """The pixels alone, without what the file said beside them."""
    from PIL import Image

    assert isinstance(image, Image.Image)
    bare = Image.new("RGB", image.size, "white")
    alpha = image.convert("RGBA")
    bare.paste(alpha, mask=alpha.getchannel("A"))
    written = io.BytesIO()
    bare.save(written, "PNG")
    return _HEADER.pack(bare.width, bare.height, written.tell()) + written.getvalue()


def _code_of(error: Exception) -> int:
    large = isinstance(error, MemoryError) or "DecompressionBomb" in type(error).__name__
    return 15 if large else 14


def main() -> int:
    for what, most in (
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
    content = sys.stdin.buffer.read()
    try:
        pages = _of_pdf(content) if content.startswith(b"%PDF-") else _of_image(content)
    except _Refusal as refusal:
        return _BY_NAME[str(refusal)]
    except Exception as error:  # noqa: BLE001  (whatever a broken file makes the libraries raise)
        return _code_of(error)
    sys.stdout.buffer.write(b"".join(pages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
