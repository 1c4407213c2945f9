"""Writes each file to COAF again, otherwise than ``write_file`` does, and compares it with the bytes that were sealed.

This one builds a tree of what the file carried and lets the XML library write it; it shares the layout with the first writer, and no code.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from types import SimpleNamespace
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

import msgspec

from retaguarda.compliance.coaf.check_communication import layout
from retaguarda.compliance.coaf.queries import Content
from retaguarda.foundation.database import Row
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.providers.coaf import Kind

_LAYOUT = SimpleNamespace(**layout())
_TAGS, _HOUSE = _LAYOUT.tags, SimpleNamespace(**_LAYOUT.house)
_TAG = SimpleNamespace(**_TAGS)

#: A file whose key is gone is told by ``coaf_contents_have_their_key``, and of its content nothing can be said.
FILES = "select x.id from coaf_file x order by x.number"
#: A file with its key, and the communications that still stand as they left in it, each with the key of its case.
FILE = """
    select x.id, x.kind, x.layout, x.batch_id, x.sealed, x.bytes, x.size, x.sha256, x.carried, k.key,
           (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('sealed', encode(c.sealed, 'hex'), 'key', encode(p.key, 'hex'))), '[]')
              from coaf_communication c left join party_key p on p.company_id = c.company_id and p.subject = c.case_id
             where c.file_id = x.id and c.status in ('exported', 'sent', 'receipted')) as standing
      from coaf_file x left join party_key k on k.company_id = x.company_id and k.subject = x.id
     where x.id = %(id)s
"""


class _Person(msgspec.Struct):
    document: str
    name: str
    role: str = "1"
    pep: bool = False
    obliged: bool = False
    public_servant: str = "0"


class _Texts(msgspec.Struct):
    detail: str = ""
    people: list[_Person] = []
    reason: str | None = None


class _Told(msgspec.Struct):
    """What a communication says of itself; after its export none of it changes until it is a draft again."""

    number: int
    intent: Kind
    codes: list[str]
    first_on: str
    last_on: str
    currency: str
    credit: int
    debit: int
    detail: str | None
    people: list[_Person] | None
    reason: str | None


class _Row(_Told):
    """As a file carried it."""

    coaf_number: str | None
    authentication: str | None


class Carried(msgspec.Struct):
    reporter: str
    rows: list[_Row]


class _Standing(_Told):
    """As it stands now; ``sealed`` and the ``key`` of its case are hexadecimal."""

    case_id: UUID
    sealed: str | None
    key: str | None


class _File(msgspec.Struct):
    """A row of FILE."""

    id: UUID
    kind: Kind
    layout: str
    batch_id: str
    sealed: bool
    bytes: Content
    size: int
    sha256: Content
    carried: Content | None
    key: Content | None
    standing: list[_Standing]

    def opened(self, keys: Keys, content: Content) -> Content | None:
        return PartyKeys(keys).unseal_with(self.key, self.id, content) if self.sealed else content


def is_another(keys: Keys, row: Row) -> bool:
    """Whether a file's bytes are not those whose hash and size were written beside them."""
    file = msgspec.convert(row, _File)
    content = file.opened(keys, file.bytes)
    return content is not None and (hashlib.sha256(content).digest(), len(content)) != (file.sha256, file.size)


def is_written_otherwise(keys: Keys, row: Row) -> bool:
    """Whether a file of this layout comes out otherwise, or says otherwise than a communication that still stands as it left."""
    file = msgspec.convert(row, _File)
    if file.carried is None or file.layout != _LAYOUT.version:
        return False
    content, told = file.opened(keys, file.bytes), file.opened(keys, file.carried)
    if content is None or told is None:
        return False
    carried = msgspec.json.decode(told, type=Carried)
    if written_again(file.kind, file.batch_id, carried) != content:
        return True
    rows = {each.number: each for each in carried.rows}
    return any(_differs(keys, each, rows.get(each.number)) for each in file.standing)


def _differs(keys: Keys, standing: _Standing, carried: _Row | None) -> bool:
    if standing.sealed is not None:
        if standing.key is None:
            return False
        key, sealed = bytes.fromhex(standing.key), bytes.fromhex(standing.sealed)
        plain = PartyKeys(keys).unseal_with(key, standing.case_id, sealed)
        texts = msgspec.json.decode(plain or b"{}", type=_Texts)
        standing = msgspec.structs.replace(standing, **msgspec.structs.asdict(texts))
    return carried is None or any(getattr(standing, name) != getattr(carried, name) for name in _Told.__struct_fields__)


def written_again(kind: Kind, batch_id: str, carried: Carried) -> bytes:
    """The bytes of a file of what it carried: the reporter's document, and the rows as they were told."""
    root = ElementTree.Element(_TAGS[kind])
    batch = ElementTree.SubElement(root, _TAG.batch, ID=batch_id)
    for row in carried.rows:
        item = ElementTree.SubElement(batch, _TAG.cancelled if kind == "cancel" else _TAG.item)
        _fill(item, _cancelled(row) if kind == "cancel" else _occurrence(row, carried.reporter))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)
    # What ISO-8859-1 does not have is another byte than any that was written.
    return f'<?xml version="1.0" encoding="{_LAYOUT.encoding}"?>\n{text}\n'.encode("iso-8859-1", "replace")


#: A text, or the fields below.
_Said = str | Sequence[tuple[str, Any]]


def _fill(element: ElementTree.Element, told: Iterable[tuple[str, _Said]]) -> None:
    for name, said in told:
        child = ElementTree.SubElement(element, _TAGS[name])
        if isinstance(said, str):
            child.text = said
        else:
            _fill(child, said)


def _occurrence(row: _Row, reporter: str) -> Iterator[tuple[str, _Said]]:
    yield "number", str(row.number).zfill(6)
    if row.intent == "rectify":
        yield "coaf_number", _one_line(row.coaf_number)
    yield "reporter", reporter
    yield "first_on", _day(row.first_on)
    yield "last_on", _day(row.last_on)
    for name in ("branch", "branch_name", "branch_city", "branch_state"):
        yield name, getattr(_HOUSE, name)
    yield "detail", _one_line(row.detail)
    for name, amount in (("credit", row.credit), ("debit", row.debit), ("provision", 0), ("proposal", 0)):
        yield name, f"{Decimal(amount).scaleb(-2):.2f}".replace(".", ",")
    yield "codes", [("code", code) for code in row.codes]
    yield "people", [("person", list(_involved(each))) for each in row.people or []]


def _involved(person: _Person) -> Iterator[tuple[str, str]]:
    yield "document", re.sub(r"[^0-9A-Z]", "", person.document.upper())
    bare = re.sub(r"[\u0300-\u036f]", "", unicodedata.normalize("NFKD", person.name))
    yield "name", _one_line(bare).upper()
    yield "role", person.role
    yield "person_branch", _HOUSE.branch
    yield "person_branch_name", _HOUSE.branch_name
    for name in ("obliged", "pep"):
        yield name, "1" if getattr(person, name) else "0"
    yield "public_servant", person.public_servant


def _cancelled(row: _Row) -> Iterator[tuple[str, str]]:
    yield "cancel_number", str(row.number).zfill(6)
    yield "cancel_coaf", _one_line(row.coaf_number)
    yield "cancel_authentication", _one_line(row.authentication)
    yield "cancel_reason", _one_line(row.reason)


def _one_line(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "").strip()


def _day(day: str) -> str:
    return "/".join(reversed(day.split("-")))
