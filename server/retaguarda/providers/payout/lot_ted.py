"""What a bank of lots answers about TEDs, told in the words of its Pix: lotes-transferencias names the same things otherwise, and calls them
payments where it is asked and transfers where it is told."""

from decimal import Decimal

import msgspec

from retaguarda.providers.payout.lot_answers import Devolucao, Entry, Pagamento, Requisicao


class _TedEntry(msgspec.Struct, frozen=True):
    identificadorTransferencia: int = 0
    identificadorPagamento: int = 0
    indicadorAceite: str = ""
    erros: list[int] | None = None
    documentoDebito: int | None = None
    valorTransferencia: Decimal | None = None
    valorPagamento: Decimal | None = None

    def as_pix(self) -> Entry:
        return Entry(
            self.identificadorTransferencia or self.identificadorPagamento,
            self.indicadorAceite,
            self.erros,
            self.documentoDebito,
            self.valorPagamento if self.valorTransferencia is None else self.valorTransferencia,
        )


class TedRequisicao(msgspec.Struct, frozen=True):
    estadoRequisicao: int
    numeroRequisicao: int | None = None
    quantidadeTransferencias: int | None = None
    quantidadePagamentos: int | None = None
    valorTransferencias: Decimal | None = None
    valorPagamentos: Decimal | None = None
    transferencias: list[_TedEntry] | None = None
    pagamentos: list[_TedEntry] | None = None

    def as_pix(self) -> Requisicao:
        entries = self.pagamentos if self.transferencias is None else self.transferencias
        return Requisicao(
            self.estadoRequisicao,
            self.numeroRequisicao,
            self.quantidadePagamentos if self.quantidadeTransferencias is None else self.quantidadeTransferencias,
            self.valorPagamentos if self.valorTransferencias is None else self.valorTransferencias,
            [each.as_pix() for each in entries or []],
        )


class TedPagamento(msgspec.Struct, frozen=True):
    estadoPagamento: str | int
    valorPagamento: Decimal
    id: int | None = None
    documentoDebito: int | None = None
    dataPagamento: int = 0
    listaDevolucao: list[Devolucao] | None = None

    def as_pix(self) -> Pagamento:
        return Pagamento(
            self.estadoPagamento,
            self.valorPagamento,
            self.id,
            None,
            self.documentoDebito,
            self.dataPagamento,
            self.listaDevolucao,
        )
