"""The words that two installations give each other about a move: B's receipt, A's release, B's refusal.

A word is one line of JSON in a signed note, as checkpoints of the audit log are, under the log's name and key. Whoever takes one knows
the other side's public key from the beginning of the move, and nothing else counts.
"""

import base64
import binascii
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.audit.signed_notes import ED25519, is_signed, key_id, raw, sign, verifier_key
from retaguarda.audit.signing_keys import origin_of, signing_key
from retaguarda.cells.model import Refused, Signed
from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys

Kind = Literal["receipt", "release", "refusal"]
#: What follows the name of the log in the first line of a word: no checkpoint and no bundle can be taken for one.
_PURPOSE = "/company-move"


class Word(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``file``: SHA-256 of the file that it is about; empty where the other side refused before it had one. ``told`` is for people
    and their programs: which numbers the company's rows have on B, and the hash of its audit bundle.
    """

    kind: Kind
    move: UUID
    company: int
    file: str
    told: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class TheirKey:
    """The public key of another installation, and the name of its log."""

    origin: str
    public: bytes


async def own_key(tx: Tx, keys: Keys) -> str:
    """The public key that signs this installation's words, as the other side wants it."""
    key = await signing_key(tx, keys)
    return verifier_key(await origin_of(tx), raw(key))


async def signed_word(tx: Tx, keys: Keys, word: Word) -> Signed:
    """Sign a word with the key of the audit log."""
    origin = await origin_of(tx)
    text = f"{origin}{_PURPOSE}\n{msgspec.json.encode(word).decode()}\n"
    return Signed(sign(origin, await signing_key(tx, keys), text))


def read_key(text: str) -> TheirKey:
    """Read a public key as ``cell key`` prints it.

    Raises:
        Refused: it is none.
    """
    origin, named, rest = [*text.strip().split("+", 2), "", ""][:3]
    try:
        encoded = base64.b64decode(rest, validate=True)
    except (binascii.Error, ValueError):
        encoded = b""
    public = encoded[len(ED25519) :]
    if encoded[: len(ED25519)] != ED25519 or len(public) != 32 or named != key_id(origin, public):
        raise Refused("key_invalid", "this is no public key of an installation: its `cell key` prints it")
    return TheirKey(origin, public)


def read_word(note: str, their_key: str, kind: Kind) -> Word:
    """Read what the other installation says.

    Raises:
        Refused: its key has not signed exactly this, or it says something else than was asked for, or than this version knows.
    """
    theirs = read_key(their_key)
    first, _, rest = note.partition("\n")
    if not is_signed(theirs.origin, theirs.public, note) or first != theirs.origin + _PURPOSE:
        raise Refused("word_foreign", f"the {kind} is not signed by the key that was given for this move")
    try:
        word = msgspec.json.decode(rest.partition("\n")[0], type=Word)
    except msgspec.MsgspecError:
        raise Refused(
            "word_unclear", f"this version does not know what the {kind} says: do both run the same?"
        ) from None
    if word.kind != kind:
        raise Refused("word_other", f"this is a {word.kind}; a {kind} is asked for")
    return word
