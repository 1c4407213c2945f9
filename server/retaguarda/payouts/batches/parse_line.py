"""Parses the cells of one line into a payment. It guesses nothing: it names each cell that it cannot parse."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from retaguarda.account.bank_accounts.add_bank_account import Method
from retaguarda.bank_book.model import BankEntry
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.payout_engine.identify_destination import DestinationNames
from retaguarda.payout_engine.plan_ted import CREDIT, TED_PURPOSES
from retaguarda.payouts.batches.model import ParsedLine, PayoutLineProblem
from retaguarda.payouts.batches.parse_cells import AmountParser, AmountRefused, parse_day, parse_priority, parse_tags
from retaguarda.payouts.batches.parse_place import read_account, read_key

#: Column → its accepted headings, in both languages, in lower case.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "name": ("nome", "favorecido", "name", "payee"),
    "document": ("documento", "cpf/cnpj", "cpf ou cnpj", "cpf", "cnpj", "document"),
    "pix_key": ("chave pix", "chave", "pix key", "key"),
    "pix_key_kind": ("tipo da chave", "tipo de chave", "key type", "key kind"),
    "bank": ("banco", "ispb", "bank"),
    "branch": ("agência", "agencia", "branch"),
    "account": ("conta", "account"),
    "account_type": ("tipo da conta", "tipo de conta", "account type"),
    "amount": ("valor", "amount"),
    "scheduled_for": ("data", "data do pagamento", "date", "pay on"),
    "method": ("forma de pagamento", "forma", "método", "metodo", "method", "pay by"),
    "ted_purpose": ("finalidade da ted", "finalidade", "ted purpose", "purpose"),
    "description": ("descrição", "descricao", "mensagem", "description", "message"),
    "external_id": ("referência", "referencia", "id externo", "external id", "reference"),
    "tags": ("etiquetas", "tags"),
    "cost_centre": ("centro de custo", "cost centre", "cost center"),
    "priority": ("prioridade", "priority"),
}
NEEDED = ("name", "document", "amount")
_LONGEST = {"name": 200, "description": 140, "external_id": 64, "pix_key": 100, "cost_centre": 60}
_METHODS: Mapping[str, Method] = {"": "pix", "pix": "pix", "ted": "ted"}

T = TypeVar("T")


class HeadingsRefused(Exception):
    """``code`` and ``column`` say what is wrong with the line of headings."""

    def __init__(self, code: str, detail: str, column: int = 0) -> None:
        super().__init__(detail)
        self.code, self.column = code, column


def places_of(headings: Sequence[str], mapping: Mapping[str, str] | None = None) -> dict[str, int]:
    """Return column → its place in the cells.

    Args:
        mapping: column → its heading, as the merchant's template says; then no other heading is read.

    Raises:
        HeadingsRefused: a needed column is missing, or one stands there twice.
    """
    names = HEADINGS if mapping is None else {column: (heading.lower(),) for column, heading in mapping.items()}
    known = {name: column for column, each in names.items() for name in each}
    places = dict[str, int]()
    for place, heading in enumerate(headings):
        column = known.get(heading.strip().lower())
        if column in places:
            raise HeadingsRefused("column_twice", f"the column {heading[:60]!r} stands there twice", place + 1)
        if column:
            places[column] = place
    needed = NEEDED if mapping is None else tuple(mapping)
    missing = [names[column][0] for column in needed if column not in places]
    if missing or ("pix_key" not in places and "account" not in places):
        missing += [] if missing or "pix_key" in places or "account" in places else [HEADINGS["pix_key"][0]]
        raise HeadingsRefused("columns_missing", f"the first line must name these columns too: {', '.join(missing)}")
    return places


class LineParser:
    """Parses lines of one file.

    Args:
        banks: the book of banks under both codes.
        mark: the decimal mark of its amounts as far as it is known; the first clear amount decides.
        ted_as_pix: what a file asks for as a TED goes by Pix, for its merchant pays by none.
    """

    def __init__(
        self,
        places: Mapping[str, int],
        names: DestinationNames,
        banks: Mapping[str, BankEntry],
        mark: str | None,
        *,
        ted_as_pix: bool = False,
    ) -> None:
        self._places, self._names, self._banks, self._amounts = places, names, banks, AmountParser(mark)
        self._ted_as_pix = ted_as_pix

    @property
    def mark(self) -> str | None:
        return self._amounts.mark

    def parse(self, number: int, cells: Sequence[str]) -> ParsedLine:
        given = {column: cells[place].strip() if place < len(cells) else "" for column, place in self._places.items()}
        problems = [PayoutLineProblem(column, "field_required") for column in NEEDED if not given[column]]
        problems += [
            PayoutLineProblem(each, "too_long") for each, most in _LONGEST.items() if len(given.get(each, "")) > most
        ]
        problems += [PayoutLineProblem(each, "field_invalid") for each, text in given.items() if not text.isprintable()]
        values: dict[str, Any] = {
            "name": given["name"][:200],
            "document": self._document(given["document"], problems),
            "amount": self._amount(given["amount"], problems),
            "scheduled_for": _cell("scheduled_for", "day_invalid", parse_day, given.get("scheduled_for", ""), problems),
            "description": given.get("description") or None,
            "external_id": given.get("external_id") or None,
            "tags": _cell("tags", "tags_invalid", parse_tags, given.get("tags", ""), problems),
            "cost_centre": given.get("cost_centre") or None,
            "priority": _cell("priority", "priority_unknown", parse_priority, given.get("priority", ""), problems),
        }
        way = self._way(given, problems)
        values |= way | self._destination(given, values["document"], "ted" if "ted_purpose" in way else "pix", problems)
        if "kind" in values:
            values["destination"] = self._names.of_destination(values)
        if values["document"]:
            values["document_hash"] = self._names.of_document(values["document"])
        clean = [text.replace("\0", "\ufffd") for text in cells]
        if any(problem.why in ("too_long", "field_invalid") for problem in problems):
            values = {name: value for name, value in values.items() if not isinstance(value, str)}
        return ParsedLine(number, clean, values, problems)

    def _document(self, text: str, problems: list[PayoutLineProblem]) -> str | None:
        try:
            return parse(text).value if text else None
        except DocumentError:
            problems.append(PayoutLineProblem("document", "document_invalid"))
            return None

    def _amount(self, text: str, problems: list[PayoutLineProblem]) -> int | None:
        if not text:
            return None
        try:
            return self._amounts.parse(text)
        except AmountRefused as refused:
            problems.append(PayoutLineProblem("amount", str(refused)))
            return None

    def _way(self, given: Mapping[str, str], problems: list[PayoutLineProblem]) -> dict[str, Any]:
        method = _METHODS.get(given.get("method", "").lower())
        if method is None:
            problems.append(PayoutLineProblem("method", "method_unknown"))
            method = "pix"
        if method == "pix" or self._ted_as_pix:
            return {"method": "pix"}
        purpose = given.get("ted_purpose", "").zfill(5) if given.get("ted_purpose") else CREDIT
        if purpose not in TED_PURPOSES:
            problems.append(PayoutLineProblem("ted_purpose", "ted_purpose_unknown"))
        return {"method": method, "ted_purpose": purpose}

    def _destination(
        self, given: Mapping[str, str], document: str | None, method: Method, problems: list[PayoutLineProblem]
    ) -> dict[str, Any]:
        key, account = given.get("pix_key", ""), given.get("account", "")
        if bool(key) == bool(account):
            problems.append(PayoutLineProblem("pix_key", "key_or_account"))
            return {}
        if key and method == "ted":
            problems.append(PayoutLineProblem("method", "ted_needs_account"))
            return {}
        return (
            read_key(key, given.get("pix_key_kind", ""), document, problems)
            if key
            else read_account(given, self._banks, method, problems)
        )


def _cell(column: str, why: str, parse: Callable[[str], T], text: str, problems: list[PayoutLineProblem]) -> T | None:
    """Parse a cell that may be empty."""
    try:
        return parse(text) if text else None
    except ValueError:
        problems.append(PayoutLineProblem(column, why))
        return None
