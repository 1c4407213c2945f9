"""Parses a table of payees, row by row. It guesses nothing: it names each cell that it cannot parse."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retaguarda.account.bank_accounts.add_bank_account import destination_columns
from retaguarda.account.bank_accounts.model import AccountInput, KeyInput
from retaguarda.bank_book.model import BankEntry
from retaguarda.foundation.errors import ApiError
from retaguarda.payouts.payees.add_destination import place_columns, read_document, read_name
from retaguarda.payouts.payees.imports.model import MOST_ROWS
from retaguarda.providers.pix.keys import KEY_KINDS, KeyKind

#: Column → its accepted headings, in both languages.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("nome", "name", "favorecido", "payee"),
    "document": ("documento", "document", "cpf", "cnpj", "cpf/cnpj", "cpf ou cnpj"),
    "trade_name": ("nome fantasia", "trade name"),
    "key_kind": ("tipo da chave", "tipo de chave", "key kind"),
    "key": ("chave", "chave pix", "key", "pix key"),
    "ispb": ("ispb",),
    "branch": ("agência", "agencia", "branch"),
    "number": ("conta", "account"),
    "digit": ("dígito", "digito", "digit"),
    "account_type": ("tipo da conta", "tipo de conta", "account type"),
}
#: Words of kinds of keys and accounts → as the API names them.
_KINDS: Mapping[str, str] = {
    "e-mail": "email", "telefone": "phone", "celular": "phone", "aleatória": "evp", "aleatoria": "evp",
    "corrente": "CACC", "poupança": "SVGS", "poupanca": "SVGS", "pagamento": "TRAN",
}  # fmt: skip
_KEY_KINDS: Mapping[str, KeyKind] = {kind: kind for kind in KEY_KINDS}
_ACCOUNT = ("ispb", "branch", "number", "digit")


class Unreadable(Exception):
    """The file is no table of payees. ``str()`` is the key of its text."""


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """``place``: columns of a destination; None: the row has none, or is bad. ``problem``: field and what is wrong."""

    number: int
    name: str
    trade_name: str | None
    document: str
    place: Mapping[str, Any] | None
    problem: str | None


def parse_table(content: bytes, banks: Mapping[str, BankEntry]) -> Iterator[ParsedRow]:
    """Parse rows; ``banks``: the book of banks. Raises Unreadable at once where the first line has no headings or the text is none; and after too many rows."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    if "\x00" in text:
        raise Unreadable("not_a_table")
    first = text.lstrip("\r\n").partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(";\t,", key=first.count))
    try:
        places = _places(next(reader, []))
        count = 0
        for cells in reader:
            if not any(map(str.strip, cells)):
                continue
            count += 1
            if count > MOST_ROWS:
                raise Unreadable("too_many_rows")
            yield _row(reader.line_num, cells, places, banks)
    except csv.Error:
        raise Unreadable("not_a_table") from None


def _places(headings: Sequence[str]) -> dict[str, int]:
    known = {name: column for column, names in COLUMNS.items() for name in names}
    places = {
        known[heading.strip().lower()]: place
        for place, heading in enumerate(headings)
        if heading.strip().lower() in known
    }
    if not {"name", "document"} <= set(places):
        raise Unreadable("headings_missing")
    return places


def _row(number: int, cells: Sequence[str], places: Mapping[str, int], banks: Mapping[str, BankEntry]) -> ParsedRow:
    given = {column: cells[place].strip() if place < len(cells) else "" for column, place in places.items()}
    name, document, trade_name = given["name"][:200], given["document"][:30], given.get("trade_name") or None
    try:
        name = read_name("name", given["name"])
        if len(name) > 200:
            return ParsedRow(number, name[:200], None, document, None, "name:too_long")
        trade_name = read_name("trade_name", trade_name)[:200] if trade_name else None
        document = read_document(given["document"])
        return ParsedRow(number, name, trade_name, document, _destination(banks, given), None)
    except ApiError as refused:
        return ParsedRow(number, name or "—", None, document, None, _problem(refused))


def _destination(banks: Mapping[str, BankEntry], given: Mapping[str, str]) -> dict[str, Any] | None:
    key, account = given.get("key", ""), [given.get(each, "") for each in _ACCOUNT]
    if key and any(account):
        raise ApiError(400, {"account": ["account_or_key"]}, "give either the account or its Pix key")
    if key:
        word = given.get("key_kind", "").lower()
        key_kind = _KEY_KINDS.get(_KINDS.get(word, word))
        if key_kind is None:
            raise ApiError(400, {"key_kind": ["key_kind_missing"]}, "the kind of a key is asked for, never guessed")
        return place_columns(destination_columns(banks, None, KeyInput(key_kind, key)))
    if not any(account):
        return None
    kind = _KINDS.get(given.get("account_type", "").lower(), given.get("account_type", "").upper() or "CACC")
    if kind not in ("CACC", "SVGS", "TRAN"):
        raise ApiError(400, {"account_type": ["field_invalid"]}, "the kind of the account is unknown")
    ispb, branch, number, digit = account
    return place_columns(destination_columns(banks, AccountInput(ispb, kind, branch, number, digit), None))


def _problem(refused: ApiError) -> str:
    """The field and what is wrong with it, with a colon between them; the screen has words for both."""
    if isinstance(refused.message, str):
        return f"row:{refused.message}"
    field, problems = next(iter(refused.message.items()))
    return f"{field}:{problems[0]}"
