"""Whether an archive of a month is whole, without the database and without an engine that reads it."""

import hashlib
from functools import lru_cache
from pathlib import Path

import msgspec

from retaguarda.backup import Refused
from retaguarda.backup.archive_month import MANIFEST, ArchiveManifest

PIECE = 1024 * 1024
#: Bytes; a manifest has a line for each company and file.
LARGEST_MANIFEST = 256 * 1024 * 1024


def check_archive(folder: Path, written: bytes | None = None) -> ArchiveManifest:
    """Compares each file with what the manifest says of it; the manifest is written last.

    Args:
        written: SHA-256 that the manifest had.

    Raises:
        Refused: something of it is missing, was added or is not what was written; the text names it.
    """
    manifest = _read(folder, written)
    wrong = [f"{name} {fault}" for name, digest in manifest.files.items() if (fault := _fault(folder, name, digest))]
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.parquet")}
    wrong += [f"{name} is no part of it" for name in sorted(there - set(manifest.files))]
    if wrong:
        more = f", and {len(wrong) - 5} more" if len(wrong) > 5 else ""
        raise Refused(f"{folder} is not the archive that was written: {'; '.join(wrong[:5])}{more}")
    return manifest


def files_of(folder: Path, written: bytes, part: str, company: int) -> list[Path]:
    """The files of one company in one part, each as it was written.

    Raises:
        Refused: as check_archive().
    """
    manifest = _written(folder, written)
    begins = f"{part}/month={manifest.month}/company={company}/"
    files = {name: digest for name, digest in manifest.files.items() if name.startswith(begins)}
    for name, digest in files.items():
        if fault := _fault(folder, name, digest):
            raise Refused(f"{folder} is not the archive that was written: {name} {fault}")
    return [folder / name for name in sorted(files)]


@lru_cache(maxsize=8)
def _written(folder: Path, written: bytes) -> ArchiveManifest:
    """A manifest by its hash: it is the same as long as somebody asks for it, and has a line for each company and file."""
    return _read(folder, written)


def _read(folder: Path, written: bytes | None = None) -> ArchiveManifest:
    path = folder / MANIFEST
    if not folder.is_dir():
        raise Refused(f"{folder} is no folder")
    if not path.is_file():
        raise Refused(f"{folder} has no {MANIFEST}: it was cut in the middle; archive the month again")
    if path.stat().st_size > LARGEST_MANIFEST:
        raise Refused(f"{path} is no manifest of an archive")
    content = path.read_bytes()
    if written is not None and hashlib.sha256(content).digest() != written:
        raise Refused(f"{path} is not the manifest that was written")
    try:
        return msgspec.json.decode(content, type=ArchiveManifest)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused(f"{path} was cut in the middle, or is no manifest of an archive") from None


def _fault(folder: Path, name: str, digest: str) -> str:
    path = folder / name
    if ".." in Path(name).parts or Path(name).is_absolute():
        return "is outside of the folder"
    if not path.is_file():
        return "is missing"
    found = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            found.update(piece)
    return "" if found.hexdigest() == digest else "is not what was written: cut in the middle, or changed"
