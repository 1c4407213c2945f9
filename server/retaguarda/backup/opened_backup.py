"""A backup that was opened: what it holds, read and checked."""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from retaguarda.backup import (
    DATABASE,
    FORMAT,
    MANIFEST,
    PREVIOUS,
    SECRET,
    Manifest,
    Refused,
)
from retaguarda.foundation.migrate import newest_number


class Backup:
    """An open backup."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
        names = archive.namelist()
        self.secret = archive.read(SECRET).decode() if SECRET in names else ""
        self.previous = archive.read(PREVIOUS).decode() if PREVIOUS in names else ""

    @contextmanager
    def dump(self) -> Iterator[Any]:
        with self._archive.open(DATABASE) as source:
            yield source


@contextmanager
def open_backup(file: Path) -> Iterator[Backup]:
    """Open a backup and check its manifest.

    Raises:
        Refused: it is no backup, is damaged, or was made by a newer program than this.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            backup = Backup(archive)
            if backup.manifest.format != FORMAT:
                raise Refused(f"{file} has format {backup.manifest.format}, and this program reads {FORMAT}")
            if backup.manifest.schema > newest_number():
                raise Refused(
                    f"{file} has the schema {backup.manifest.schema} of a newer program; install that one first"
                )
            yield backup
    except (FileNotFoundError, IsADirectoryError):
        raise Refused(f"{file} is not there") from None
    except (zipfile.BadZipFile, zlib.error, KeyError, msgspec.MsgspecError, EOFError) as error:
        raise Refused(f"{file} is no backup of this program, or is damaged: {error}") from None
