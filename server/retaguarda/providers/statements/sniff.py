"""What a file is by what stands in it: its name and its media type may say anything."""

import re

from retaguarda.providers.bankfiles.lines import Damaged

_OFX = re.compile(rb"\A\s*(?:OFXHEADER\s*:|(?:<\?xml[^<>]*>\s*|<!--[^<>]*>\s*)*<\??OFX\b)", re.IGNORECASE)
_XML = re.compile(rb"\A\s*<(?:\?xml|[A-Za-z!])")
_MT940 = re.compile(rb"^(?:\{1:.*)?:20:.*\r?\n(?:.*\r?\n){0,8}?:25P?:", re.MULTILINE)
_BLOCKS = re.compile(rb"\A\s*\{1:F[^}]{0,60}\}\{2:[IO]940")
_CNAB = re.compile(rb"\A[0-9]{3}00000[^\r\n]{0,232}\s*?(?:\r?\n|\Z)")
#: What may stand before the first field of MT940, and that field.
_PREAMBLE = 1_024
#: First bytes of what is no text at all.
_OTHERS = {
    b"PK\x03\x04": "zip or xlsx",
    b"\xd0\xcf\x11\xe0": "xls",
    b"%PDF": "pdf",
    b"\x1f\x8b": "gzip",
    b"{\\rtf": "rtf",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_UTF_16_OR_32 = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff", b"<\0", b"\0<", b"O\0F\0", b"\0O\0F")


def recognise(head: bytes, mapped: bool) -> str:
    """ofx, camt, mt940, cnab, or csv where a mapping is given; ``head`` is the beginning of the file, or all of it.

    Raises:
        Damaged: empty, no text, or nothing that is known.
    """
    bare = head.removeprefix(b"\xef\xbb\xbf")
    if not bare.strip(b"\0\x1a \t\r\n"):
        raise Damaged("empty", 1)
    for mark, name in _OTHERS.items():
        if bare.startswith(mark):
            raise Damaged("unknown_format", 1, 1, name)
    if bare.startswith(_UTF_16_OR_32):
        raise Damaged("wrong_encoding", 1, 1, "utf-16")
    if _OFX.match(bare):
        return "ofx"
    if _XML.match(bare):
        return "camt"
    if _CNAB.match(bare):
        return "cnab"
    if _BLOCKS.match(bare) or _MT940.search(bare[:_PREAMBLE]):
        return "mt940"
    if mapped:
        return "csv"
    raise Damaged("unknown_format", 1)
