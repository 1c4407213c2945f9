"""Who the payees of the demo are, and what the directory says of them. Names are invented."""

from dataclasses import dataclass

from retaguarda.foundation.documents import check_digits


def document_of(base: str) -> str:
    """A document with its check digits."""
    return base + check_digits(base)


@dataclass(frozen=True, slots=True)
class PayeePlan:
    """``base``: of a CPF nine digits, of a CNPJ twelve characters. ``owner``: as the directory has it; None: it has no such key.

    ``paid``: payments so far, in centavos each, one a fortnight.
    """

    name: str
    base: str
    key: str | None
    owner: str | None = None
    owner_base: str = ""
    trusted: bool = False
    expired: bool = False
    paid: tuple[int, ...] = ()
    trade_name: str | None = None
    counters: tuple[tuple[str, int], ...] = ()

    @property
    def document(self) -> str:
        return document_of(self.base)

    @property
    def owner_document(self) -> str:
        return document_of(self.owner_base or self.base)


_GOOD = (("SETTLEMENTS.m6", 500), ("SETTLEMENTS.d30", 50))
PLANS = (
    PayeePlan("Gráfica Nanquim", "482217530001", "financeiro@nanquim.example", "GRAFICA NANQUIM LTDA", trusted=True,
          paid=(184_000, 96_500, 210_300), counters=_GOOD),
    PayeePlan("Joao P Silva ME", "305118296", "+5531998447120", "JOÃO PEDRO DA SILVA", paid=(531_000, 52_100), trusted=True,
          counters=_GOOD),
    PayeePlan("Transportes Beija-Flor", "735190460001", "cobranca@beijaflor.example", "BEIJA FLOR TRANSPORTES LTDA", trusted=True,
          paid=(48_990, 51_200, 47_730, 60_010), counters=_GOOD),
    PayeePlan("Marta Luz", "711203459", "marta.luz@bordados.example", "MARTA LUZ", counters=(("SETTLEMENTS.m6", 50),)),
    PayeePlan("Irmãos Nunes Panificação", "624410870001", "compras@largo.example", "PADARIA DO LARGO LTDA",
          trade_name="Padaria do Largo", counters=_GOOD),
    PayeePlan("Helena Bittencourt", "418832690", "+5511976540021", "HELENA BITENCOURT", expired=True, paid=(75_000,)),
    PayeePlan("Carlos Eduardo Pereira", "552310947", "carlos.pereira@obra.example", "MARCOS VINICIUS ANDRADE",
          owner_base="660127348", counters=(("SETTLEMENTS.m6", 5), ("REPORTED_FRAUDS.d30", 3))),
    PayeePlan("Rosângela M Ferreira", "290417768", "rosangela@atelie.example", "ROSANGELA MARIA FERREIRA", owner_base="811290347"),
    PayeePlan("Vera Lúcia Barbosa", "370925514", "vera@ninguem.example"),
    PayeePlan("Clínica Bem Viver", "559102380001", None),
    PayeePlan("Edson Luís Prado", "883120457", "edson@frete.example", "EDSON LUIZ PRADO", paid=(33_300,)),
    PayeePlan("Papelaria Letra Viva", "401277160001", "pedidos@letraviva.example", "PAPELARIA LETRA VIVA ME", trusted=True,
          paid=(12_480, 15_900)),
)  # fmt: skip
