"""Whether an archive of a month is whole, without the database and without an engine that reads it."""

import hashlib
from pathlib import Path

import msgspec

from retaguarda.backup import Refused
from retaguarda.backup.archive_month import MANIFEST, ArchiveManifest

PIECE = 1024 * 1024
#: Bytes; a manifest has a line for each company and file.
LARGEST_MANIFEST = 256 * 1024 * 1024


def check_archive(folder: Path) -> ArchiveManifest:
    """Compares each file with what the manifest says of it; the manifest is written last.

    Raises:
        Refused: something of it is missing, was added or is not what was written; the text names it.
    """
    manifest = _read(folder)
    wrong = [f"{name} {fault}" for name, digest in manifest.files.items() if (fault := _fault(folder, name, digest))]
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.parquet")}
    wrong += [f"{name} is no part of it" for name in sorted(there - set(manifest.files))]
    if wrong:
        more = f", and {len(wrong) - 5} more" if len(wrong) > 5 else ""
        raise Refused(f"{folder} is not the archive that was written: {'; '.join(wrong[:5])}{more}")
    return manifest


def _read(folder: Path) -> ArchiveManifest:
    path = folder / MANIFEST
    if not folder.is_dir():
        raise Refused(f"{folder} is no folder")
    if not path.is_file():
        raise Refused(f"{folder} has no {MANIFEST}: it was cut in the middle; archive the month again")
    if path.stat().st_size > LARGEST_MANIFEST:
        raise Refused(f"{path} is no manifest of an archive")
    try:
        return msgspec.json.decode(path.read_bytes(), type=ArchiveManifest)
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
