"""The text of our PDFs, as copying or a screen reader gets it."""

import re
import zlib


def texts(content: bytes) -> list[str]:
    """What is written on the pages of a PDF of ours, in its order."""
    streams = [zlib.decompress(packed) for packed in re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)]
    drawn = [line.decode("cp1252") for stream in streams if b" Tj" in stream for line in stream.split(b"\n")]
    return ["".join(_run(*run) for run in RUN.findall(line)) for line in drawn if " Tj" in line]


#: A run of letters: one with a text of its own, in WinAnsi, or by places in Unicode.
RUN = re.compile(
    r"/ActualText <FEFF([0-9A-F]+)>>> BDC \((?:\\.|[^\\)])*\) Tj|\(((?:\\.|[^\\)])*)\) Tj|<([0-9A-F]+)> Tj"
)


def _run(meant: str, plain: str, wide: str) -> str:
    return re.sub(r"\\(.)", r"\1", plain) or bytes.fromhex(meant or wide).decode("utf-16-be")
