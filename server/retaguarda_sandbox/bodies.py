"""Request bodies of API Pix 2.9.0, checked as the official document says.

Shapes are msgspec structs; what a shape cannot say is in ``violations()``. Fields we do not know are skipped, as the
document allows new ones. Where it contradicts itself (calendario of a cob is required, and missing in its own
examples) the examples win.
"""

from datetime import date
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import Request
from msgspec import UNSET, Meta, UnsetType

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.providers.pix.due import DATED, MOST_DAYS, MOST_STEPS, wrong_terms
from retaguarda.providers.pix.keys import is_key
from retaguarda.providers.pix.money import parse_amount
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.receivers import is_ours

T = TypeVar("T")
Amount = Annotated[str, Meta(pattern=r"\A[0-9]{1,10}\.[0-9]{2}\Z")]
Text140 = Annotated[str, Meta(max_length=140)]
Text200 = Annotated[str, Meta(max_length=200)]
Day = Annotated[str, Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
Int32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Int64 = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Ispb = Annotated[str, Meta(pattern=r"\A[0-9A-Z]{8}\Z")]


class Shape(msgspec.Struct, omit_defaults=True):
    """Left-out fields stay left out when a body is stored."""


class Info(Shape):
    nome: Annotated[str, Meta(max_length=50)]
    valor: Text200


class LocId(Shape):
    id: Int64


class Devedor(Shape):
    nome: Annotated[str, Meta(min_length=1, max_length=200)]
    cpf: str | UnsetType = UNSET
    cnpj: str | UnsetType = UNSET
    logradouro: Text200 | UnsetType = UNSET
    cidade: Text200 | UnsetType = UNSET
    uf: Annotated[str, Meta(max_length=2)] | UnsetType = UNSET
    cep: Annotated[str, Meta(max_length=8)] | UnsetType = UNSET
    email: Text200 | UnsetType = UNSET

    def valid(self) -> bool:
        """One document, right to its check digits."""
        given = [(kind, value) for kind, value in (("cpf", self.cpf), ("cnpj", self.cnpj)) if value is not UNSET]
        if len(given) != 1 or not isinstance(value := given[0][1], str):
            return False
        try:
            document = parse(value)
        except DocumentError:
            return False
        return (document.kind, document.value) == (given[0][0], value)


class Cash(Shape):
    valor: Amount
    prestadorDoServicoDeSaque: Ispb
    modalidadeAlteracao: Literal[0, 1] | UnsetType = UNSET


class Saque(Cash, kw_only=True):
    modalidadeAgente: Literal["AGTEC", "AGTOT", "AGPSS"]


class Troco(Cash, kw_only=True):
    modalidadeAgente: Literal["AGTEC", "AGTOT"]


class Retirada(Shape):
    saque: Saque | UnsetType = UNSET
    troco: Troco | UnsetType = UNSET


class CobValor(Shape):
    original: Amount | UnsetType = UNSET
    modalidadeAlteracao: Literal[0, 1] | UnsetType = UNSET
    retirada: Retirada | UnsetType = UNSET


class Term(Shape):
    """``modalidade`` is a number; the document's own example of a charge writes it in quotes, and is taken."""

    def __post_init__(self) -> None:
        self.modalidade = int(self.modalidade)  # pyright: ignore[reportAttributeAccessIssue]


class Fine(Term):
    modalidade: Literal[1, 2, "1", "2"]
    valorPerc: Amount


class Interest(Term):
    modalidade: Literal[1, 2, 3, 4, 5, 6, 7, 8, "1", "2", "3", "4", "5", "6", "7", "8"]
    valorPerc: Amount


class DiscountStep(Shape):
    data: Day
    valorPerc: Amount


class Discount(Term):
    modalidade: Literal[1, 2, 3, 4, 5, 6, "1", "2", "3", "4", "5", "6"]
    descontoDataFixa: Annotated[list[DiscountStep], Meta(max_length=MOST_STEPS)] | UnsetType = UNSET
    valorPerc: Amount | UnsetType = UNSET


class CobVValor(Shape):
    original: Amount | UnsetType = UNSET
    multa: Fine | UnsetType = UNSET
    juros: Interest | UnsetType = UNSET
    abatimento: Fine | UnsetType = UNSET
    desconto: Discount | UnsetType = UNSET


class CobCalendario(Shape):
    expiracao: Int32 | UnsetType = UNSET


class CobVCalendario(Shape):
    dataDeVencimento: Day | UnsetType = UNSET
    validadeAposVencimento: Int32 | UnsetType = UNSET


class Common(Shape):
    devedor: Devedor | UnsetType = UNSET
    loc: LocId | UnsetType = UNSET
    chave: str | UnsetType = UNSET
    solicitacaoPagador: Text140 | UnsetType = UNSET
    infoAdicionais: Annotated[list[Info], Meta(max_length=50)] | UnsetType = UNSET
    status: Literal["REMOVIDA_PELO_USUARIO_RECEBEDOR"] | UnsetType = UNSET


class CobBody(Common):
    calendario: CobCalendario | UnsetType = UNSET
    valor: CobValor | UnsetType = UNSET


class CobVBody(Common):
    calendario: CobVCalendario | UnsetType = UNSET
    valor: CobVValor | UnsetType = UNSET


class LocBody(Shape):
    tipoCob: Literal["cob", "cobv"]


class RefundBody(Shape):
    valor: Amount
    #: The document leaves MED_… to the receiver's bank; here a participant may, for what DICT holds (received.py).
    natureza: Literal["ORIGINAL", "RETIRADA", "MED_FRAUDE", "MED_OPERACIONAL"] | UnsetType = UNSET
    descricao: Text140 | UnsetType = UNSET


class WebhookBody(Shape):
    webhookUrl: Annotated[str, Meta(min_length=10, max_length=2_000)]


async def read(request: Request[Any, Any, Any], shape: type[T], problem: str, prefix: str) -> T:
    """The body, or the problem of this name with what is wrong and where: cob.valor.original."""
    return decode(await request.body(), shape, problem, prefix)


def decode(body: bytes, shape: type[T], problem: str, prefix: str) -> T:
    try:
        found = msgspec.json.decode(body, type=shape)
    except msgspec.ValidationError as error:
        raise Problem(problem, _violation(str(error), prefix)) from None
    except (ValueError, RecursionError):
        raise Problem(problem, not_in_schema(prefix, "não é JSON")) from None
    # Postgres keeps no NUL, and no name or text needs one.
    if _holds_nul(msgspec.to_builtins(found)):
        raise Problem(problem, not_in_schema(prefix, "contém o caractere U+0000"))
    return found


def charge_violations(tipo: str, document: dict[str, Any], made_on: date) -> list[Violation]:
    """What is wrong with a charge as it would stand, after its shape was right. ``made_on``: the day of its creation."""
    found = [not_in_schema(f"{tipo}.{name}") for name in ("valor", "chave") if not document.get(name)]
    if found:
        return found
    if not is_key(document["chave"]):
        found.append(not_in_schema(f"{tipo}.chave"))
    elif not is_ours(document["chave"]):
        path = f"{tipo}.chave"
        why = f"O campo {path} corresponde a uma conta que não pertence a este usuário recebedor."
        found.append(Violation(why, path))
    if (devedor := document.get("devedor")) and not msgspec.convert(devedor, Devedor).valid():
        found.append(not_in_schema(f"{tipo}.devedor"))
    if "original" not in document["valor"]:
        return [*found, not_in_schema(f"{tipo}.valor.original")]
    return found + (_cob_violations(document) if tipo == "cob" else _cobv_violations(document, made_on))


def _cob_violations(document: dict[str, Any]) -> list[Violation]:
    found: list[Violation] = []
    valor = document["valor"]
    original = parse_amount(valor["original"])
    withdrawal = valor.get("retirada")
    if document["calendario"]["expiracao"] <= 0:
        path = "cob.calendario.expiracao"
        found.append(Violation(f"O campo {path} é igual ou menor que zero.", path))
    if withdrawal is not None:
        if len(withdrawal) != 1 or valor.get("modalidadeAlteracao"):
            found.append(not_in_schema("cob.valor.retirada"))
        elif ("saque" in withdrawal) != (original == 0):
            path = "cob.valor.original"
            found.append(Violation(f"O campo {path} deve ser zero para saque, e só para saque.", path))
    elif original == 0 and not valor.get("modalidadeAlteracao"):
        path = "cob.valor.original"
        found.append(Violation(f"O campo {path} é zero.", path))
    return found


def _cobv_violations(document: dict[str, Any], made_on: date) -> list[Violation]:
    found: list[Violation] = []
    valor, calendar = document["valor"], document["calendario"]
    original = parse_amount(valor["original"])
    vencimento = _date(calendar.get("dataDeVencimento", ""))
    if not document.get("devedor"):
        found.append(not_in_schema("cobv.devedor"))
    if vencimento is None:
        return [*found, not_in_schema("cobv.calendario.dataDeVencimento")]
    if vencimento < made_on:
        path = "cobv.calendario.dataDeVencimento"
        found.append(Violation(f"O campo {path} é anterior à data de criação da cobrança.", path))
    if not 0 <= calendar["validadeAposVencimento"] <= MOST_DAYS:
        path = "cobv.calendario.validadeAposVencimento"
        found.append(Violation(f"O campo {path} é menor do que zero ou maior do que {MOST_DAYS}.", path))
    if original == 0:
        path = "cobv.valor.original"
        found.append(Violation(f"O campo {path} apresenta o valor zero.", path))
    for name, why in wrong_terms(valor, vencimento):
        path = f"cobv.valor.{name}"
        found.append(_discount_shape(valor["desconto"]) if why == "shape" else Violation(_TERMS[name, why], path))
    return found


_TERMS = {
    ("abatimento", "too_much"): "O objeto cobv.valor.abatimento representa um valor maior ou igual ao valor da cobrança"
    " original ou maior ou igual a 100%.",
    ("desconto", "too_much"): "O objeto cobv.valor.desconto apresenta algum elemento de desconto que representa"
    " um valor maior ou igual ao valor da cobrança original ou maior ou igual a 100%.",
    ("desconto", "after_due_date"): "O objeto cobv.valor.desconto apresenta algum elemento cuja data seja posterior à"
    " data de vencimento representada por calendario.dataDeVencimento.",
}


def _discount_shape(discount: dict[str, Any]) -> Violation:
    """Which of the parts a kind of discount has is missing, or is of another kind."""
    path = "cobv.valor.desconto"
    if discount["modalidade"] in DATED:
        why = "apresenta modalidade no valor 1 ou 2, porém"
        if "valorPerc" in discount:
            return Violation(f"O objeto {path} {why} {path}.valorPerc encontra-se preenchido", path)
        if not discount.get("descontoDataFixa"):
            return Violation(f"O objeto {path} {why} o array {path}.descontoDataFixa está vazio ou nulo.", path)
        return not_in_schema(path)
    why = "apresenta modalidade nos valores de 3 a 6, porém o elemento"
    if "valorPerc" not in discount:
        return Violation(f"O objeto {path} {why} {path}.valorPerc não está preenchido.", path)
    return Violation(f"O objeto {path} {why} {path}.descontoDataFixa está preenchido ou não nulo.", path)


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _violation(message: str, prefix: str) -> Violation:
    """msgspec says: Expected `str`, got `int` - at `$.valor.original`, or names a field that is missing."""
    why, _, at = message.partition(" - at ")
    path = prefix + at.strip("`").removeprefix("$")
    if "missing required field" in why:
        path += "." + why.rpartition(" ")[2].strip("`")
    return not_in_schema(path, why)


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_holds_nul(item) for item in value.values())
    return isinstance(value, list) and any(_holds_nul(item) for item in value)
