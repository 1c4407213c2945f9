"""Bodies of Pix Automático, checked as the official document says; shapes as in bodies.py.

A document number is judged by its form alone: the official examples carry invented ones. A cep has nine places there.
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from retaguarda.providers.pix.money import parse_amount
from retaguarda.providers.pix.recurrence_codes import Periodicity, RetryPolicy
from retaguarda_sandbox.bodies import Amount, Day, Int64, Ispb, Shape, Text140, Text200
from retaguarda_sandbox.problems import Violation, not_in_schema

Cpf = Annotated[str, Meta(pattern=r"\A[0-9]{11}\Z")]
Cnpj = Annotated[str, Meta(pattern=r"\A[0-9A-Z]{14}\Z")]
Text35 = Annotated[str, Meta(max_length=35)]
IdRec = Annotated[str, Meta(pattern=r"\A[a-zA-Z0-9]{29}\Z")]
TxId = Annotated[str, Meta(pattern=r"\A[a-zA-Z0-9]{26,35}\Z")]
#: The agreements this bank knows; it accepts no other.
CONVENIOS = ("Master", "Padrao")
#: Accounts that begin with this digit belong to somebody else here.
FOREIGN_ACCOUNT = "9999"


class Person(Shape):
    nome: Annotated[str, Meta(min_length=1, max_length=140)]
    cpf: Cpf | UnsetType = UNSET
    cnpj: Cnpj | UnsetType = UNSET

    def valid(self) -> bool:
        return (self.cpf is UNSET) != (self.cnpj is UNSET)


class Vinculo(Shape):
    contrato: Annotated[str, Meta(min_length=1, max_length=35)]
    devedor: Person
    objeto: Text35 | UnsetType = UNSET


class RecCalendario(Shape):
    dataInicial: Day
    periodicidade: Periodicity
    dataFinal: Day | UnsetType = UNSET


class RecValor(Shape):
    valorRec: Amount | UnsetType = UNSET
    valorMinimoRecebedor: Amount | UnsetType = UNSET


class RecRecebedor(Shape):
    convenio: Annotated[str, Meta(max_length=60)] | UnsetType = UNSET


class DadosJornada(Shape):
    txid: TxId


class Ativacao(Shape):
    dadosJornada: DadosJornada | UnsetType = UNSET


class RecBody(Shape):
    vinculo: Vinculo
    calendario: RecCalendario
    politicaRetentativa: RetryPolicy
    valor: RecValor | UnsetType = UNSET
    recebedor: RecRecebedor | UnsetType = UNSET
    loc: Int64 | UnsetType = UNSET
    ativacao: Ativacao | UnsetType = UNSET


class OnlyName(Shape):
    nome: Annotated[str, Meta(min_length=1, max_length=140)]


class RevisedVinculo(Shape):
    devedor: OnlyName | UnsetType = UNSET


class RevisedCalendario(Shape):
    dataInicial: Day | UnsetType = UNSET


class RecChange(Shape):
    status: Literal["CANCELADA"] | UnsetType = UNSET
    vinculo: RevisedVinculo | UnsetType = UNSET
    calendario: RevisedCalendario | UnsetType = UNSET
    loc: Int64 | UnsetType = UNSET
    ativacao: Ativacao | UnsetType = UNSET


class SolicCalendario(Shape):
    dataExpiracaoSolicitacao: Annotated[datetime, Meta(tz=True)]


class Destinatario(Shape):
    conta: Annotated[str, Meta(min_length=1, max_length=20)]
    ispbParticipante: Ispb
    agencia: Annotated[str, Meta(max_length=4)] | UnsetType = UNSET
    cpf: Cpf | UnsetType = UNSET
    cnpj: Cnpj | UnsetType = UNSET


class SolicRecBody(Shape):
    idRec: IdRec
    calendario: SolicCalendario
    destinatario: Destinatario


class Cancellation(Shape):
    status: Literal["CANCELADA"]


class CobRDevedor(Shape):
    logradouro: Text200 | UnsetType = UNSET
    cidade: Text200 | UnsetType = UNSET
    uf: Annotated[str, Meta(max_length=2)] | UnsetType = UNSET
    cep: Annotated[str, Meta(max_length=9)] | UnsetType = UNSET
    email: Text200 | UnsetType = UNSET


class CobRCalendario(Shape):
    dataDeVencimento: Day


class CobRValor(Shape):
    original: Amount


class CobRRecebedor(Shape):
    conta: Annotated[str, Meta(min_length=1, max_length=20)]
    tipoConta: Literal["CORRENTE", "POUPANCA", "PAGAMENTO"]
    agencia: Annotated[str, Meta(max_length=4)] | UnsetType = UNSET


class CobRBody(Shape, omit_defaults=False):
    idRec: IdRec
    calendario: CobRCalendario
    valor: CobRValor
    recebedor: CobRRecebedor
    ajusteDiaUtil: bool = True
    infoAdicional: Text140 | UnsetType = UNSET
    devedor: CobRDevedor | UnsetType = UNSET
    status: Literal["CRIADA"] | UnsetType = UNSET


def day_of(text: str, path: str, found: list[Violation]) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        found.append(not_in_schema(path))
        return None


def rec_violations(body: RecBody, document: dict[str, Any], today: date) -> list[Violation]:
    """What is wrong with a recurrence after its shape was right."""
    found: list[Violation] = []
    if not body.vinculo.devedor.valid():
        found.append(not_in_schema("rec.vinculo.devedor"))
    start = day_of(body.calendario.dataInicial, "rec.calendario.dataInicial", found)
    if start is not None and start < today:
        found.append(_start_is_past())
    if body.calendario.dataFinal is not UNSET:
        end = day_of(body.calendario.dataFinal, "rec.calendario.dataFinal", found)
        if start is not None and end is not None and end < start:
            path = "rec.calendario.dataFinal"
            found.append(Violation(f"O campo {path} é anterior ao campo rec.calendario.dataInicial.", path))
    valor = document.get("valor")
    if valor is not None and len(valor) == 2:
        both = "rec.valor.valorRec e rec.valor.valorMinimoRecebedor"
        found.append(Violation(f"Ambos os campos {both} estão preenchidos.", "rec.valor"))
    if valor is not None and (not valor or any(parse_amount(each) == 0 for each in valor.values())):
        found.append(not_in_schema("rec.valor"))
    if (convenio := document.get("recebedor", {}).get("convenio")) is not None and convenio not in CONVENIOS:
        path = "rec.recebedor.convenio"
        found.append(Violation(f"O valor do campo {path} não é aceito pelo PSP Recebedor.", path))
    return found


def start_violations(text: str, today: date) -> list[Violation]:
    found: list[Violation] = []
    start = day_of(text, "rec.calendario.dataInicial", found)
    return [_start_is_past()] if start is not None and start < today else found


def _start_is_past() -> Violation:
    path = "rec.calendario.dataInicial"
    return Violation(f"O campo {path} é anterior à data de criação da recorrência.", path)
