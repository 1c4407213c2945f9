"""What a client asks of the bank of lots, and what is wrong with a line whose shape is right."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda_sandbox.bodies import Shape

#: Lines of one lot.
MOST = 320
#: Last two digits of an amount → what becomes of the line.
STAYS, NOT_TAKEN, REJECTED, NO_FUNDS, COMES_BACK = "01", "02", "03", "04", "05"
NO_ACCOUNT, FUNDS, ZERO, BAD_DAY, PAST, BAD_CPF, BAD_CNPJ, NOBODY, NO_BANK, RETURNED = (
    216, 200, 9, 7, 53, 18, 19, 17, 10, 999,
)  # fmt: skip

Digits = Annotated[str, Meta(pattern=r"\A[0-9]{1,20}\Z")]


class Transfer(Shape):
    data: Annotated[int, Meta(ge=1_01_1900, le=31_12_2999)]
    valor: Decimal
    formaIdentificacao: Annotated[int, Meta(ge=1, le=5)]
    documentoDebito: Annotated[int, Meta(ge=1, le=10**15)]
    descricaoPagamento: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    descricaoPagamentoInstantaneo: Annotated[str, Meta(max_length=35)] | UnsetType = UNSET
    dddTelefone: Annotated[int, Meta(ge=11, le=99)] | UnsetType = UNSET
    telefone: Annotated[int, Meta(ge=10_000_000, le=999_999_999)] | UnsetType = UNSET
    email: Annotated[str, Meta(max_length=99)] | UnsetType = UNSET
    cpf: int | UnsetType = UNSET
    cnpj: Annotated[str, Meta(max_length=14)] | UnsetType = UNSET
    identificacaoAleatoria: Annotated[str, Meta(max_length=99)] | UnsetType = UNSET
    numeroISPB: Annotated[str, Meta(pattern=r"\A[0-9A-Z]{8}\Z")] | UnsetType = UNSET
    tipoConta: Annotated[int, Meta(ge=1, le=3)] | UnsetType = UNSET
    agencia: Annotated[int, Meta(ge=1, le=99999)] | UnsetType = UNSET
    conta: int | UnsetType = UNSET
    digitoVerificadorConta: Annotated[str, Meta(pattern=r"\A[0-9X]\Z")] | UnsetType = UNSET
    contaPagamento: Digits | UnsetType = UNSET

    @property
    def cents(self) -> int:
        return int(self.valor * 100)

    @property
    def script(self) -> str:
        return f"{self.cents % 100:02}"

    def lacks(self) -> str:
        """Which field is wrong or missing for its form of identification; empty where none."""
        if self.valor * 100 != self.cents or not 0 <= self.cents < 10**12:
            return "valor"
        needed = {
            1: ("dddTelefone", "telefone"),
            2: ("email",),
            3: (),
            4: ("identificacaoAleatoria",),
            5: ("tipoConta", "contaPagamento")
            if self.tipoConta == 2
            else ("agencia", "conta", "digitoVerificadorConta"),
        }[self.formaIdentificacao]
        return next((name for name in needed if getattr(self, name) is UNSET), "")

    def errors(self, today: date) -> list[int]:
        """The bank's numbers of what is wrong with a line whose shape is right."""
        found = list[int]()
        if self.cents == 0:
            found.append(ZERO)
        try:
            day = datetime.strptime(f"{self.data:08}", "%d%m%Y").date()  # noqa: DTZ007
            found += [PAST] if day < today else []
        except ValueError:
            found.append(BAD_DAY)
        found += self._person_errors()
        if self.formaIdentificacao == 5 and self.numeroISPB is UNSET:
            found.append(NO_BANK)
        if self.script == NOT_TAKEN:
            found.append(NO_ACCOUNT)
        return found

    def _person_errors(self) -> list[int]:
        given = [
            (text, number)
            for text, number in (
                ("" if self.cpf is UNSET else f"{self.cpf:011}", BAD_CPF),
                ("" if self.cnpj is UNSET else str(self.cnpj), BAD_CNPJ),
            )
            if text
        ]
        if len(given) != 1:
            return [NOBODY] if not given else [16]
        try:
            return [] if parse(given[0][0]).value == given[0][0] else [given[0][1]]
        except DocumentError:
            return [given[0][1]]


class LotBody(Shape):
    numeroRequisicao: Annotated[int, Meta(ge=1, le=9_999_999)]
    agenciaDebito: Annotated[int, Meta(ge=1, le=99999)]
    contaCorrenteDebito: Annotated[int, Meta(ge=1)]
    digitoVerificadorContaCorrente: Annotated[str, Meta(pattern=r"\A[0-9X]\Z")]
    tipoPagamento: Annotated[int, Meta(ge=126, le=128)]
    listaTransferencias: Annotated[list[Transfer], Meta(min_length=1, max_length=MOST)]


class ReleaseBody(Shape):
    numeroRequisicao: Annotated[int, Meta(ge=1, le=9_999_999)]
    indicadorFloat: Annotated[str, Meta(pattern=r"\A[SN]\Z")]
