"""Detects a file's type by its first bytes, and cleans its name."""

import unicodedata
from pathlib import PurePosixPath
from typing import NamedTuple

from retaguarda.foundation.errors import ApiError

LARGEST = 10 * 1024 * 1024
LONGEST_NAME = 100


class Kind(NamedTuple):
    media_type: str
    endings: tuple[str, ...]
    begins: bytes


KINDS = (
    Kind("application/pdf", (".pdf",), b"%PDF-"),
    Kind("image/png", (".png",), b"\x89PNG\r\n\x1a\n"),
    Kind("image/jpeg", (".jpg", ".jpeg"), b"\xff\xd8\xff"),
)
MEDIA_TYPES = tuple(kind.media_type for kind in KINDS)


def kind_of(content: bytes) -> Kind:
    """Detects the type from the content; the name and the headers are not to be trusted.

    Raises:
        ApiError: 400 ``file_empty``; 413 ``file_too_large``; 415 ``file_type_refused``.
    """
    if not content:
        raise ApiError(400, "file_empty", "the file is empty")
    if len(content) > LARGEST:
        raise ApiError(413, "file_too_large", f"a file has at most {LARGEST} bytes")
    detected = next((kind for kind in KINDS if content.startswith(kind.begins)), None)
    if detected is None:
        raise ApiError(415, "file_type_refused", "only PDF, PNG and JPEG are taken; this content is none of them")
    return detected


def clean_name(name: str, kind: Kind) -> str:
    """Returns the base name in printable characters, with the extension of its real type."""
    base_name = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    # isprintable() excludes control characters and the bidirectional ones that disguise an extension.
    printable = "".join(char for char in base_name if char.isprintable() and char not in '<>:"|?*').strip(" .")
    path = PurePosixPath(printable or "file")
    ending = path.suffix if path.suffix.lower() in kind.endings else kind.endings[0]
    stem = path.stem if path.suffix.lower() in kind.endings else path.name
    return f"{stem[: LONGEST_NAME - len(ending)]}{ending}"
