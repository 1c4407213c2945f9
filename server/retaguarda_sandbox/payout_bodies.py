"""What a client asks of a payout at the bank."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from retaguarda_sandbox.bodies import Amount, Devedor, Ispb, Shape, Text140

#: Branch → why the receiving bank does not take it.
MISHAPS = {
    "9903": ("AC03", "Agência e/ou conta do recebedor inexistente ou inválida"),
    "9906": ("AC06", "Conta do recebedor bloqueada"),
    "9907": ("AC07", "Conta do recebedor encerrada"),
    "9909": ("AB09", "Erro no participante do usuário recebedor"),
}


class Conta(Devedor, kw_only=True):
    codigoBanco: Ispb
    agencia: Annotated[str, Meta(pattern=r"\A[0-9]{1,4}\Z")]
    conta: Annotated[str, Meta(pattern=r"\A[0-9]{1,20}\Z")]
    tipoConta: Literal["cacc", "svgs", "tran"]


class Favorecido(Shape):
    chave: str | UnsetType = UNSET
    nome: str | UnsetType = UNSET
    cpf: str | UnsetType = UNSET
    cnpj: str | UnsetType = UNSET
    contaBanco: Conta | UnsetType = UNSET


class Pagador(Shape):
    chave: str
    infoPagador: Text140 | UnsetType = UNSET


class SendBody(Shape):
    valor: Amount
    e2eId: str
    pagador: Pagador
    favorecido: Favorecido
