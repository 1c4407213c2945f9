"""What a bank of lots answers, read from its digits and words: field names and states are those of lotes-transferencias-pix."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, time
from decimal import Decimal

import msgspec

from retaguarda.foundation.local_day import BRASILIA
from retaguarda.providers.payout.lot_port import LineStatus, Lot, LotLine, LotStage, LotStatus, TakenLine
from retaguarda.providers.payout.port import Outcome, PayoutUnknown, Returned

#: estadoRequisicao → where the lot is. 1, 2, 4, 8: it waits for its release; 5, 6, 9, 10: it was released.
_STAGES: dict[int, LotStage] = {
    1: "held", 2: "held", 4: "held", 8: "held",
    5: "released", 6: "released", 9: "released", 10: "released",
    3: "refused", 7: "refused",
}  # fmt: skip
#: estadoPagamento by number, as its words say it.
_WORDS = (
    "consistente", "inconsistente", "pendente", "agendado", "pago", "rejeitado", "devolvido", "cancelado", "debitado",
    "bloqueado", "aguardando debito",
)  # fmt: skip
#: The bank's numbers of what is wrong with a line (erros, codigoMotivo) → the code that all rails share. Public clients of the API list
#: them; the others have no counterpart, and their number stands in the reason.
_CODES = {
    **dict.fromkeys((200, 269), "AM04"),
    **dict.fromkeys((1, 2, 3, 15, 23, 215, 216), "AC03"),
    **dict.fromkeys((4, 5, 17, 18, 19, 24, 33, 34, 207, 222), "CH11"),
    **dict.fromkeys((325, 332), "BE01"),
    **dict.fromkeys((10, 21, 213, 214, 228), "RC10"),
    **dict.fromkeys((6, 7, 53, 218), "DT02"),
    9: "AM01",
    235: "AC06",
    236: "AG03",
}
_DONE = frozenset({"pago", "devolvido"})
_REFUSED = frozenset({"inconsistente", "rejeitado", "cancelado", "vencido"})
_PLAIN = str.maketrans("áâãéêíóôõúç", "aaaeeiooouc")


class Entry(msgspec.Struct, frozen=True):
    """A line in the answer about a lot. What it repeats of the request must be what we asked."""

    identificadorPagamento: int = 0
    indicadorMovimentoAceito: str = ""
    erros: list[int] | None = None
    documentoDebito: int | None = None
    valor: Decimal | None = None


class Requisicao(msgspec.Struct, frozen=True):
    estadoRequisicao: int
    numeroRequisicao: int | None = None
    quantidadeTransferencias: int | None = None
    valorTransferencias: Decimal | None = None
    listaTransferencias: list[Entry] | None = None


class Devolucao(msgspec.Struct, frozen=True):
    valorDevolucao: Decimal
    codigoMotivo: int = 0
    dataDevolucao: int = 0


class Pagamento(msgspec.Struct, frozen=True):
    estadoPagamento: str | int
    valorPagamento: Decimal
    id: int | None = None
    requisicaoPagamento: int | None = None
    numeroDocumentoDebito: int | None = None
    dataPagamento: int = 0
    listaDevolucao: list[Devolucao] | None = None


def read_line(lot_number: int, line: TakenLine, said: Pagamento) -> LineStatus:
    """Read what became of a line. What the bank repeats of it must be what we asked, or it speaks of another.

    Raises:
        PayoutUnknown.
    """
    same = (
        str(said.id) == line.bank_ref if said.id is not None else True,
        said.requisicaoPagamento in (None, lot_number),
        said.numeroDocumentoDebito in (None, line.order_number),
        _centavos(said.valorPagamento) == line.amount,
    )
    if not all(same):
        raise PayoutUnknown("the bank answers about another payment than the one asked for")
    word = _word(said.estadoPagamento)
    reasons = [each.codigoMotivo for each in said.listaDevolucao or [] if each.codigoMotivo]
    if word in _DONE:
        outcome = Outcome("done", at=_noon(said.dataPagamento))
    elif word in _REFUSED:
        outcome = _refused(word, reasons)
    else:
        outcome = Outcome("processing", by_file=True)
    return LineStatus(word, outcome, _returned(line.order_number, said.listaDevolucao or []) if word in _DONE else [])


def read_status(lot: Lot, said: Requisicao) -> LotStatus:
    """Read where a lot is. What the bank repeats of it must be what we asked, or it speaks of another.

    Raises:
        PayoutUnknown.
    """
    stage = _STAGES.get(said.estadoRequisicao)
    if stage is None:
        raise PayoutUnknown(f"the bank names a state of lots that nobody knows: {said.estadoRequisicao}")
    entries = said.listaTransferencias or []
    total = sum(line.order.amount for line in lot.lines)
    same = (
        said.numeroRequisicao in (None, lot.number),
        said.quantidadeTransferencias in (None, len(lot.lines)),
        said.valorTransferencias is None or _centavos(said.valorTransferencias) == total,
        len(entries) == len(lot.lines),
    )
    if not all(same):
        raise PayoutUnknown("the bank answers about another lot than the one asked for")
    taken = [_taken(line, entry) for line, entry in zip(lot.lines, entries, strict=True)]
    if any(count > 1 for ref, count in Counter(each.bank_ref for each in taken).items() if ref):
        raise PayoutUnknown("the bank gives two lines of a lot one number")
    return LotStatus(stage, said.estadoRequisicao, taken)


def _taken(line: LotLine, entry: Entry) -> TakenLine:
    if entry.documentoDebito not in (None, line.order_number) or (
        entry.valor is not None and _centavos(entry.valor) != line.order.amount
    ):
        raise PayoutUnknown("the bank answers about another line than the one asked for")
    match entry.indicadorMovimentoAceito:
        case "S" if entry.identificadorPagamento > 0:
            return TakenLine(line.order_number, line.order.amount, str(entry.identificadorPagamento))
        case "N":
            return TakenLine(line.order_number, line.order.amount, "", _refused("inconsistente", entry.erros or []))
        case _:
            raise PayoutUnknown("the bank does not say whether it takes a line of the lot")


def _returned(document: int, said: Sequence[Devolucao]) -> list[Returned]:
    """What came back, each under an id of ours: the bank names none. Equal ones of one day are told apart by their count."""
    found, alike = list[Returned](), Counter[tuple[int, int]]()
    for each in said:
        amount = _centavos(each.valorDevolucao)
        if amount <= 0:
            # A reason alone: why it was refused, and nothing came back.
            continue
        alike[each.dataDevolucao, amount] += 1
        rtr_id = f"RL{document:012}.{each.dataDevolucao:08}.{amount}.{alike[each.dataDevolucao, amount]}"
        code = str(each.codigoMotivo) if each.codigoMotivo else ""
        found.append(Returned(rtr_id, amount, _noon(each.dataDevolucao), ours=True, code=code))
    return found


def _centavos(amount: Decimal) -> int:
    """Exact, from the digits that the bank wrote.

    Raises:
        PayoutUnknown: it has parts of a centavo, or is no amount.
    """
    if not amount.is_finite() or not 0 <= amount < Decimal(10**11) or amount * 100 != int(amount * 100):
        raise PayoutUnknown("the bank names an amount that is none")
    return int(amount * 100)


def _word(said: str | int) -> str:
    text = str(said).strip()
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(_WORDS):
        return _WORDS[int(text) - 1]
    return text.casefold().translate(_PLAIN)[:40]


def _refused(word: str, numbers: Sequence[int]) -> Outcome:
    named = f" ({', '.join(str(each) for each in numbers[:10])})" if numbers else ""
    code = next((_CODES[each] for each in numbers if each in _CODES), "")
    return Outcome("refused", code=code, reason=f"the bank says of this line: {word}{named}")


def _noon(said: int) -> datetime | None:
    """The day that a number of seven or eight digits writes, ddmmyyyy, at noon; None where it writes none."""
    try:
        day = datetime.strptime(f"{said:08}", "%d%m%Y").date()  # noqa: DTZ007
    except ValueError:
        return None
    at = datetime.combine(day, time(12), BRASILIA).astimezone(UTC)
    return min(at, datetime.now(UTC))
