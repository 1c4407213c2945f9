"""One raw line with its fields: what a person looks at when they do not believe the program."""

from dataclasses import dataclass
from datetime import datetime

from retaguarda.providers.bankfiles.layouts import Field, Kind, Layout, Record


@dataclass(frozen=True, slots=True)
class LensField:
    """``column`` from one; ``value`` as a program would read it, None where the field is blank or makes no sense."""

    name: str
    column: int
    length: int
    kind: Kind
    value: str | None


@dataclass(frozen=True, slots=True)
class LensLine:
    record: str
    fields: tuple[LensField, ...]


def look(layout: Layout, text: str) -> LensLine:
    """The record that a line is, and its fields; without fields where the layout does not know it."""
    record = _record(layout, text)
    if record is None:
        return LensLine("unknown", ())
    width = text.ljust(layout.width)
    return LensLine(record.name, tuple(_field(field, width) for field in record.fields.values()))


def _record(layout: Layout, text: str) -> Record | None:
    if layout.width == 240:
        paying = "payment_header" in layout.records
        of_batch = ("payment_header", "payment_trailer") if paying else ("collection_header", "collection_trailer")
        name = {"0": "file_header", "1": of_batch[0], "5": of_batch[1], "9": "file_trailer"}.get(text[7:8], text[13:14])
        if paying and name == "J" and text[17:19] == "52":
            name = "J52"
        elif paying and name == "B" and text[14:16].isdigit():
            # Only a Pix says how it begins; a TED has blanks there.
            name = "BPIX"
    else:
        paying = "payment_header" in layout.records
        of_batch = ("payment_header", "payment_trailer") if paying else ("collection_header", "collection_trailer")
        name = {"0": "file_header", "9": "file_trailer"}.get(text[:1], "")
        name = name or ("detail" if text[:1] == ("7" if layout.bank == "001" else "1") else "")
    return layout.records.get(name)


def _field(field: Field, text: str) -> LensField:
    raw = text[field.start : field.end]
    return LensField(field.name, field.column, field.end - field.start, field.kind, _value(field.kind, raw))


def _value(kind: Kind, raw: str) -> str | None:
    bare = raw.strip()
    if not bare:
        return None
    digits = bare.isascii() and bare.isdigit()
    match kind:
        case "M":
            return f"{int(bare) // 100}.{int(bare) % 100:02d}" if digits else None
        case "D":
            try:
                return datetime.strptime(raw, "%d%m%Y" if len(raw) == 8 else "%d%m%y").date().isoformat()  # noqa: DTZ007  (a day has no zone)
            except ValueError:
                return None
        case "N":
            return str(int(bare)) if digits else None
        case _:
            return bare
