"""The other installation of a company's move, as its operator reaches it: a command such as ``ssh pay-b retaguarda``."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from retaguarda.cells.model import Refused

#: Bytes of the longest word: a receipt names the new number of each account and role.
_LONGEST = 64 * 1024 * 1024
_KEYS = re.compile(
    r"--recipient-key (?P<recipient>[0-9a-f]{64})\n--their-key (?P<signs>\S{1,500})\n--sealed-key (?P<sealed>[0-9a-f]{2,1000})\n"
)


@dataclass(frozen=True, slots=True)
class MoveKeys:
    """What the other installation made for the move: ``sealed`` opens the file, and only there."""

    recipient: bytes
    signs: str
    sealed: str


def read_keys(text: str) -> MoveKeys:
    """
    Raises:
        Refused: it is not what `cell key -` prints.
    """
    found = _KEYS.fullmatch(text)
    if found is None:
        raise Refused(
            "other_unclear",
            "the other installation did not say its keys: is `--there` its retaguarda, of this version?",
        )
    return MoveKeys(bytes.fromhex(found["recipient"]), found["signs"], found["sealed"])


@dataclass(frozen=True, slots=True)
class OtherInstallation:
    """What it says is believed as little as an operator's file: each act looks at signatures itself.

    Args:
        command: what runs ``retaguarda`` there; no shell of ours reads it.
    """

    command: Sequence[str]

    def act(self, *arguments: str, file: Path | None = None, word: str = "") -> str:
        """Run an act there, which reads the file or the word, and return what it prints; its complaints go to our standard error.

        Raises:
            Refused: it was refused there, or could not be run.
        """
        with TemporaryFile() as typed:
            typed.write(word.encode())
            typed.seek(0)
            if file is None:
                return self._run(arguments, typed)
            with file.open("rb") as source:
                return self._run(arguments, source)

    def _run(self, arguments: Sequence[str], source: BinaryIO) -> str:
        act = f"`cell {arguments[0]}` on the other installation"
        try:
            process = subprocess.Popen([*self.command, "cell", *arguments], stdin=source, stdout=subprocess.PIPE)
        except OSError as error:
            raise Refused("other_away", f"{act} could not be run: {error}") from None
        with process:
            assert process.stdout is not None
            said = process.stdout.read(_LONGEST + 1)
            if len(said) > _LONGEST:
                process.kill()
        if process.returncode:
            raise Refused("other_refused", f"{act} ended with {process.returncode}")
        return said.decode("utf-8", "replace")
