"""The bank accounts that the demo's merchant withdraws to."""

from dataclasses import dataclass

HOLDER = ("Loja Aurora Comércio Ltda", "P3E2Z8IQ9Y7J64")


@dataclass(frozen=True, slots=True)
class Account:
    """``place``: kind, ispb, compe, bank_name, branch, number, account_type, pix_key, pix_key_kind."""

    nickname: str
    place: tuple[str | None, ...]
    holder: tuple[str, str] = HOLDER
    status: str = "verified"
    #: Days before the demo's end at which it was added.
    added: float = 88


def _at(ispb: str, compe: str, bank: str, branch: str, number: str) -> tuple[str | None, ...]:
    return "account", ispb, compe, bank, branch, number, "CACC", None, None


_KEY = ("key", "18236120", "260", "NU PAGAMENTOS - IP", None, None, None, HOLDER[1], "cnpj")
ACCOUNTS = (
    Account("Conta principal", _at("00000000", "001", "BCO DO BRASIL S.A.", "1584", "002101696")),
    Account("Reserva", _at("60701190", "341", "ITAÚ UNIBANCO S.A.", "2545", "023661")),
    Account("Chave CNPJ", _KEY, added=60),
    Account("Conta antiga", _at("60746948", "237", "BCO BRADESCO S.A.", "1425", "02380692"), status="disabled"),
    Account(
        "Contadora",
        _at("90400888", "033", "BCO SANTANDER (BRASIL) S.A.", "0189", "010174179"),
        ("Beatriz Teste", "12345678909"),
        "pending_verification",
        0.1,
    ),
)
