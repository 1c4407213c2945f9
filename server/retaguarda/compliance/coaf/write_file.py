"""Writes files by Siscoaf's layout: the same communications under the same batch id give the same bytes."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from xml.sax.saxutils import escape, quoteattr

from retaguarda.compliance.coaf.check_communication import layout, plain_name
from retaguarda.compliance.coaf.model import CommunicationRow, InvolvedPerson
from retaguarda.foundation.documents import parse
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.providers.coaf import Kind


def batch_id_at(at: datetime, place: int) -> str:
    """SISCOAF, day and time of Brasília; ``place`` tells files of one moment apart by the seconds after it."""
    return f"SISCOAF{(at + timedelta(seconds=place)).astimezone(BRASILIA):%d%m%Y%H%M%S}"


def origin_of(number: int) -> str:
    """Our number of a communication, as COAF sees it."""
    return f"{number:06d}"


def write_batch(kind: Kind, batch_id: str, reporter: str, rows: Sequence[CommunicationRow]) -> bytes:
    """Write one file.

    Raises:
        UnicodeEncodeError: a character that ISO-8859-1 does not have; the validator names its place before.
    """
    tags = layout()["tags"]
    item = _cancelled if kind == "cancel" else _occurrence
    lines = [
        f'<?xml version="1.0" encoding="{layout()["encoding"]}"?>',
        f"<{tags[kind]}>",
        f"  <{tags['batch']} ID={quoteattr(batch_id)}>",
        *(f"    {line}" for row in rows for line in item(row, reporter)),
        f"  </{tags['batch']}>",
        f"</{tags[kind]}>",
        "",
    ]
    return "\n".join(lines).encode("iso-8859-1")


def split(
    kind: Kind, at: datetime, reporter: str, rows: Sequence[CommunicationRow]
) -> list[tuple[str, list[CommunicationRow], bytes]]:
    """Divide communications among files no larger than the layout allows, in their order."""
    largest: int = layout()["max_bytes"]
    # Whatever its communications are, a file has the same beginning and end.
    around = len(write_batch(kind, batch_id_at(at, 0), reporter, []))
    parts, size = list[list[CommunicationRow]](), largest
    for row in rows:
        own = len(write_batch(kind, batch_id_at(at, 0), reporter, [row])) - around
        if not parts or size + own > largest:
            parts.append([])
            size = around
        parts[-1].append(row)
        size += own
    return [
        (batch, part, write_batch(kind, batch, reporter, part))
        for batch, part in ((batch_id_at(at, place), part) for place, part in enumerate(parts))
    ]


def _occurrence(row: CommunicationRow, reporter: str) -> Iterable[str]:
    tags, house = layout()["tags"], layout()["house"]
    yield f"<{tags['item']}>"
    yield from _fields(
        ("number", origin_of(row.number)),
        *([("coaf_number", row.coaf_number or "")] if row.intent == "rectify" else []),
        ("reporter", reporter),
        ("first_on", _day(row.first_on)),
        ("last_on", _day(row.last_on)),
        ("branch", house["branch"]),
        ("branch_name", house["branch_name"]),
        ("branch_city", house["branch_city"]),
        ("branch_state", house["branch_state"]),
        ("detail", " ".join(row.detail.split())),
        ("credit", _money(row.credit)),
        ("debit", _money(row.debit)),
        ("provision", _money(0)),
        ("proposal", _money(0)),
    )
    yield f"  <{tags['codes']}>"
    yield from (f"    <{tags['code']}>{escape(code)}</{tags['code']}>" for code in row.codes)
    yield f"  </{tags['codes']}>"
    yield f"  <{tags['people']}>"
    for person in row.people:
        yield f"    <{tags['person']}>"
        yield from (f"    {line}" for line in _person(person))
        yield f"    </{tags['person']}>"
    yield f"  </{tags['people']}>"
    yield f"</{tags['item']}>"


def _person(person: InvolvedPerson) -> Iterable[str]:
    house = layout()["house"]
    return _fields(
        ("document", parse(person.document).value),
        ("name", plain_name(person.name)),
        ("role", person.role),
        ("person_branch", house["branch"]),
        ("person_branch_name", house["branch_name"]),
        ("obliged", str(int(person.obliged))),
        ("pep", str(int(person.pep))),
        ("public_servant", person.public_servant),
    )


def _cancelled(row: CommunicationRow, reporter: str) -> Iterable[str]:
    tag = layout()["tags"]["cancelled"]
    yield f"<{tag}>"
    yield from _fields(
        ("cancel_number", origin_of(row.number)),
        ("cancel_coaf", row.coaf_number or ""),
        ("cancel_authentication", row.authentication or ""),
        ("cancel_reason", " ".join((row.reason or "").split())),
    )
    yield f"</{tag}>"


def _fields(*pairs: tuple[str, str]) -> Iterable[str]:
    tags = layout()["tags"]
    for name, text in pairs:
        yield f"  <{tags[name]}>{escape(text)}</{tags[name]}>"


def _day(day: date) -> str:
    return f"{day:%d/%m/%Y}"


def _money(amount: int) -> str:
    return f"{amount // 100},{amount % 100:02d}"
