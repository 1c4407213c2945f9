"""Texts as banks write them: bytes whose header may lie about their encoding, and what a description says in passing."""

import re

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.providers.pix.ids import is_end_to_end_id, is_rtr_id
from retaguarda.providers.statements.unread import Unread

_IDS = re.compile(r"(?<![0-9A-Za-z])[DE][0-9A-Za-z]{31}(?![0-9A-Za-z])")
_DOCUMENTS = re.compile(
    r"(?<![0-9A-Za-z.])(?:[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|"
    r"[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2})(?![0-9A-Za-z])"
)
_BALANCE_ROW = re.compile(
    r"S ?A ?L ?D ?O(?: (?:DO DIA|ANTERIOR|INICIAL|FINAL|ATUAL|TOTAL|PARCIAL|DISPON[IÍ]VEL|BLOQUEADO|EM CONTA(?: CORRENTE)?))?"
    r"(?: (?:DISPON[IÍ]VEL|EM)?)?(?: ?[0-9]{2}/[0-9]{2}(?:/[0-9]{2,4})?)?"
)
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos|nbsp)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")


def decoded(raw: bytes) -> tuple[str, str]:
    """The text, and what it was written in: ascii, utf-8 or cp1252. Text in cp1252 is almost never right UTF-8 by accident.

    Raises:
        Unread: bytes that are neither.
    """
    if raw.isascii():
        return raw.decode("ascii"), "ascii"
    try:
        return raw.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        return raw.decode("cp1252"), "cp1252"
    except UnicodeDecodeError as error:
        raise Unread("wrong_encoding", repr(raw[error.start : error.end])) from None


def control_in(text: str) -> int | None:
    """The place of the first control character; tabs, soft hyphens and blanks of all kinds are none."""
    if text.isprintable():
        return None
    for place, letter in enumerate(text):
        if (letter < " " and letter != "\t") or "\x7f" <= letter < "\xa0" or "\ud800" <= letter <= "\udfff":
            return place
    return None


def plain(text: str) -> str:
    """A field on one line, with the entities that XML knows resolved once."""
    return one_line(_ENTITY.sub(_letter, text) if "&" in text else text)


def one_line(text: str) -> str:
    """Lines joined by a blank."""
    text = text.strip()
    if "\n" in text or "\r" in text:
        return " ".join(part for line in text.splitlines() if (part := line.strip()))
    return text


def _letter(found: re.Match[str]) -> str:
    if found[1]:
        return _ENTITIES[found[1]]
    code = int(found[2]) if found[2] else int(found[3], 16)
    # What is no letter stays as it is written.
    return chr(code) if 32 <= code < 0xD800 or 0xE000 <= code < 0x110000 else found[0]


def end_to_end_in(text: str) -> str:
    """The end-to-end id (E) or that of a return (D) in a text; nothing where there is none or more than one."""
    if len(text) < 32:
        return ""
    found = {id for id in _IDS.findall(text) if is_end_to_end_id(id) or is_rtr_id(id)}
    return found.pop() if len(found) == 1 else ""


def document_in(text: str) -> str:
    """The CPF or CNPJ in a text, bare; nothing where there is none with right check digits or more than one."""
    if "-" not in text or "." not in text:
        return ""
    found = {document for written in _DOCUMENTS.findall(text) if (document := _document(written))}
    return found.pop() if len(found) == 1 else ""


def _document(text: str) -> str:
    try:
        return parse(text).value
    except DocumentError:
        return ""


def tells_a_balance(text: str) -> bool:
    """Whether a row is no movement but "SALDO DO DIA" and its like. The whole text must say so: a payer may write anything."""
    return text[:1] in ("S", "s") and _BALANCE_ROW.fullmatch(" ".join(text.upper().split())) is not None
