"""The file of a company: a zip of stored parts with a manifest, and behind it the SHA-256 of all of it.

Each part has its own SHA-256 in the manifest. Nothing is packed, so that no part is larger than it looks.
"""

import hashlib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from uuid import UUID

import msgspec

from retaguarda.cells.model import Refused

FORMAT = 1
MANIFEST = "manifest.json"
#: Bytes, parts, and bytes of one row: more has no company, and whoever sends more is not read.
MOST_MANIFEST = 16 * 1024 * 1024
MOST_PARTS = 1_000
MOST_LINE = 256 * 1024 * 1024
PIECE = 1024 * 1024
_TRAILER = 32


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """``table`` and ``columns``: of rows, in the text form of COPY. Other parts have neither."""

    name: str
    sha256: str
    size: int
    rows: int
    table: str = ""
    columns: list[str] = []


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """What an account of the company holds; of the provider's, what the company's journals moved there (``version``: in how many legs)."""

    of_provider: bool
    code: str
    currency: str
    posted: int
    held: int
    version: int


class ProviderAccount(msgspec.Struct, frozen=True, kw_only=True):
    id: int
    code: str
    currency: str
    append_only: bool
    floor: int | None


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """``opens``: a known word, sealed; ``kept_keys``: purpose → a mark of the key, which tells nothing of it; ``flags``: switched on for it."""

    format: int
    move: UUID
    company: int
    name: str
    document: str
    schema: str
    key: str
    opens: str
    kept_keys: dict[str, str]
    flags: list[str]
    provider_accounts: list[ProviderAccount]
    balances: list[Balance]
    bundle_sha256: str
    parts: list[Part]


class Writer:
    """Writes parts one after another, each only once."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.parts = list[Part]()

    @contextmanager
    def part(self, name: str, table: str = "", columns: list[str] | None = None) -> Iterator["PartWriter"]:
        with self._archive.open(name, "w", force_zip64=True) as target:
            writer = PartWriter(target)
            yield writer
        self.parts.append(
            Part(
                name=name,
                sha256=writer.digest.hexdigest(),
                size=writer.size,
                rows=writer.rows,
                table=table,
                columns=columns or [],
            )
        )

    def manifest(self, manifest: Manifest) -> None:
        self._archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))


class PartWriter:
    def __init__(self, target: IO[bytes]) -> None:
        self._target = target
        self.digest = hashlib.sha256()
        self.size = 0
        self.rows = 0

    def write(self, piece: bytes) -> None:
        """Write whole lines: rows are counted by their ends."""
        self._target.write(piece)
        self.digest.update(piece)
        self.size += len(piece)
        self.rows += piece.count(b"\n")


def finish(path: Path) -> str:
    """Put the SHA-256 of the file behind it, and return that of all of it."""
    digest = hashlib.sha256()
    with path.open("r+b") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
        whole = digest.copy()
        file.write(digest.digest())
    whole.update(digest.digest())
    return whole.hexdigest()


class Reader:
    """A file that is whole: every byte of it was looked at before anything of it is used."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest, sha256: str) -> None:
        self._archive = archive
        self.manifest = manifest
        self.sha256 = sha256

    def lines(self, part: Part) -> Iterator[bytes]:
        """The rows of a part, each with its end."""
        with self._archive.open(part.name) as source:
            while line := source.readline(MOST_LINE):
                if not line.endswith(b"\n"):
                    raise Refused("file_invalid", f"a row of {part.name} has no end, or is longer than any may be")
                yield line


@contextmanager
def opened(path: Path) -> Iterator[Reader]:
    """Open a file, once it is known to be whole.

    Raises:
        Refused: it is cut, changed, of another version of the program, or no such file.
    """
    sha256 = _whole(path)
    try:
        with zipfile.ZipFile(path) as archive:
            yield Reader(archive, _manifest(archive), sha256)
    except zipfile.BadZipFile as error:
        raise Refused("file_invalid", f"{path} is no file of a company: {error}") from None


def _whole(path: Path) -> str:
    left = path.stat().st_size - _TRAILER
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while left > 0 and (piece := file.read(min(PIECE, left))):
            digest.update(piece)
            left -= len(piece)
        trailer = file.read()
    if left != 0 or trailer != digest.digest():
        raise Refused("file_changed", f"{path} is cut, or was changed since it was written: copy it again")
    whole = digest.copy()
    whole.update(trailer)
    return whole.hexdigest()


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    members = {each.filename: each for each in archive.infolist()}
    if MANIFEST not in members or len(members) != len(archive.infolist()) or len(members) > MOST_PARTS:
        raise Refused("file_invalid", "this is no file of a company")
    if any(each.compress_type != zipfile.ZIP_STORED or each.flag_bits & 1 for each in members.values()):
        raise Refused("file_invalid", "a part of the file is packed; none is in a file of a company")
    if members[MANIFEST].file_size > MOST_MANIFEST:
        raise Refused("file_invalid", "the manifest of the file is larger than any may be")
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except msgspec.MsgspecError as error:
        raise Refused("file_invalid", f"the manifest of the file does not read: {error}") from None
    if manifest.format != FORMAT:
        raise Refused("format_other", f"the file has format {manifest.format}; this program reads {FORMAT}")
    if {part.name for part in manifest.parts} | {MANIFEST} != set(members) or len(manifest.parts) != len(members) - 1:
        raise Refused("file_invalid", "the file has other parts than its manifest names")
    for part in manifest.parts:
        digest, rows, size = hashlib.sha256(), 0, 0
        with archive.open(part.name) as source:
            while piece := source.read(PIECE):
                digest.update(piece)
                rows += piece.count(b"\n")
                size += len(piece)
        if (digest.hexdigest(), rows, size) != (part.sha256, part.rows, part.size):
            raise Refused("file_changed", f"{part.name} is not as its manifest says")
    return manifest
