"""Checks a communication against the layout before anybody approves it: sizes, characters, codes, people, days."""

import json
import unicodedata
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from retaguarda.compliance.coaf.model import CommunicationRow, InvolvedPerson, LayoutProblem
from retaguarda.compliance.pld_rules.queries import typologies
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.money import BRL

_FILE = Path(__file__).with_name("siscoaf-layout.json")


@cache
def layout() -> Mapping[str, Any]:
    """Siscoaf's tags, sizes and tables, with their version."""
    found: Mapping[str, Any] = json.loads(_FILE.read_text())
    return found


def plain_name(name: str) -> str:
    """A name as the layout wants it: upper case, without accents."""
    parts = unicodedata.normalize("NFKD", name)
    return " ".join("".join(each for each in parts if not unicodedata.combining(each)).upper().split())


def first_outside(text: str) -> int | None:
    """The place, from 1, of the first character that ISO-8859-1 does not have, or that XML refuses."""
    for place, each in enumerate(text, 1):
        code = ord(each)
        if code > 0xFF or (code < 0x20 and each not in "\t\n\r") or 0x7F <= code < 0xA0:
            return place
    return None


def uncertain_codes(codes: list[str]) -> list[str]:
    return [code for code in codes if code in typologies() and not typologies()[code].certain]


def problems_of(row: CommunicationRow, today: date) -> list[LayoutProblem]:
    """Everything that the layout refuses of a communication."""
    found = list[LayoutProblem]()
    sizes = layout()["sizes"]
    if not sizes["detail"][0] <= len(row.detail.strip()) <= sizes["detail"][1]:
        found.append(LayoutProblem("detail", "size"))
    if (place := first_outside(row.detail)) is not None:
        found.append(LayoutProblem("detail", "character", place))
    if not sizes["codes"][0] <= len(row.codes) <= sizes["codes"][1]:
        found.append(LayoutProblem("codes", "size"))
    found += [LayoutProblem("codes", "unknown") for code in row.codes if code not in typologies()]
    if uncertain_codes(row.codes) and row.unconfirmed_by is None:
        found.append(LayoutProblem("codes", "unconfirmed"))
    if row.first_on > row.last_on or row.last_on > today:
        found.append(LayoutProblem("last_on", "day"))
    if row.currency != BRL:
        found.append(LayoutProblem("credit", "currency"))
    if row.credit + row.debit == 0:
        found.append(LayoutProblem("credit", "nothing"))
    if not sizes["people"][0] <= len(row.people) <= sizes["people"][1]:
        found.append(LayoutProblem("people", "size"))
    if row.people and not any(each.role == "1" for each in row.people):
        found.append(LayoutProblem("people", "holder"))
    for place, each in enumerate(row.people, 1):
        found += [LayoutProblem(f"people[{place}].{field}", code) for field, code in _person(each)]
    if row.intent != "send" and row.coaf_number is None:
        found.append(LayoutProblem("coaf_number", "missing"))
    return found


def _person(person: InvolvedPerson) -> list[tuple[str, str]]:
    found = list[tuple[str, str]]()
    low, high = layout()["sizes"]["name"]
    try:
        parse(person.document)
    except DocumentError:
        found.append(("document", "document"))
    if not low <= len(plain_name(person.name)) <= high:
        found.append(("name", "size"))
    if first_outside(plain_name(person.name)) is not None:
        found.append(("name", "character"))
    if person.role not in layout()["roles"]:
        found.append(("role", "unknown"))
    return found
