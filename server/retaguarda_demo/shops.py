"""How each merchant of the demo sells: when, what it costs, how soon it is paid, what it is called."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

#: Amounts are drawn from a table of this many: a power of two, so that random bits are an index.
AMOUNT_BITS = 12

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Shop:
    """Weights only count against each other. Times are local, waits and expiries in seconds, money in centavos.

    Attributes:
        share: of all charges, against the other shops.
        hours: weight of each hour of the day.
        weekdays: Monday first.
        busy_days: days of the month that weigh more (or less) than 10.
        typical, spread: median and width (sigma) of log-normal amounts; ``endings`` are their last two digits.
        prices: instead of those, a price list.
        wait: median from the charge to its payment.
        expiries: one is drawn for each charge.
        named: of a hundred charges, how many say who is asked to pay.
        firms: of a hundred customers, how many are companies.
        reference: of the charge at the merchant, with its running number.
        unpaid, refunded: of a thousand charges, how many nobody pays, or of which something is given back.
    """

    company: int
    share: int
    hours: tuple[int, ...]
    weekdays: tuple[int, ...]
    wait: int
    expiries: tuple[int, ...]
    named: int
    firms: int
    reference: str
    first_number: int
    descriptions: tuple[str | None, ...]
    unpaid: int
    refunded: int
    typical: int = 0
    spread: float = 0.5
    endings: tuple[int, ...] = (0,)
    prices: tuple[int, ...] = ()
    busy_days: Mapping[int, int] | None = None

    def month_weight(self, day_of_month: int) -> int:
        return 10 if self.busy_days is None else self.busy_days.get(day_of_month, 10)

    def amounts(self, rng: Random) -> list[int]:
        """The table amounts are drawn from."""
        if self.prices:
            return [rng.choice(self.prices) for _ in range(1 << AMOUNT_BITS)]
        return [self._amount(rng) for _ in range(1 << AMOUNT_BITS)]

    def _amount(self, rng: Random) -> int:
        reais = round(self.typical * rng.lognormvariate(0, self.spread)) // 100
        return max(reais, 1) * 100 + rng.choice(self.endings)


SHOPS = (
    # An online shop: busy at lunch and in the evening, Sundays from the sofa.
    Shop(
        company=2,
        share=26,
        hours=(7, 4, 2, 1, 1, 2, 5, 10, 18, 26, 30, 34, 42, 38, 30, 28, 30, 34, 38, 46, 54, 52, 38, 18),
        weekdays=(10, 10, 10, 10, 11, 9, 12),
        typical=12_900,
        spread=0.75,
        endings=(90, 90, 99, 0, 50),
        wait=55,
        expiries=(30 * _MINUTE, _DAY, _DAY, 3 * _DAY),
        named=85,
        firms=6,
        reference="Pedido {}",
        first_number=48_210,
        descriptions=("Pedido na Loja Aurora", "Loja Aurora: moda e casa", "Pedido na Loja Aurora", None),
        unpaid=105,
        refunded=52,
    ),
    # Books and records: quiet in the week, full at weekends.
    Shop(
        company=3,
        share=11,
        hours=(2, 1, 0, 0, 0, 0, 1, 2, 6, 18, 28, 32, 34, 32, 36, 44, 46, 42, 34, 26, 20, 14, 8, 4),
        weekdays=(6, 6, 7, 8, 12, 22, 16),
        typical=6_400,
        spread=0.6,
        endings=(90, 0, 50, 99),
        wait=40,
        expiries=(15 * _MINUTE, _HOUR, _DAY),
        named=45,
        firms=4,
        reference="Venda {}",
        first_number=9_120,
        descriptions=("Livros", "Discos", "Livros e discos", "Sebo: usados", None),
        unpaid=60,
        refunded=26,
    ),
    # A bakery: bread in the morning and after work, small amounts, paid at the counter.
    Shop(
        company=4,
        share=30,
        hours=(0, 0, 0, 0, 1, 14, 52, 70, 62, 40, 24, 20, 24, 18, 16, 24, 40, 52, 44, 18, 4, 1, 0, 0),
        weekdays=(10, 10, 10, 10, 12, 15, 14),
        typical=1_850,
        spread=0.55,
        endings=(0, 50, 25, 75, 90),
        wait=14,
        expiries=(5 * _MINUTE, 10 * _MINUTE),
        named=3,
        firms=2,
        reference="Comanda {}",
        first_number=310,
        descriptions=(None, None, "Balcão", "Encomenda de bolo"),
        unpaid=35,
        refunded=4,
    ),
    # A workshop: office hours, few and large amounts, many companies.
    Shop(
        company=5,
        share=5,
        hours=(0, 0, 0, 0, 0, 0, 1, 6, 24, 36, 40, 38, 16, 20, 36, 40, 42, 34, 12, 3, 1, 0, 0, 0),
        weekdays=(14, 12, 12, 12, 13, 6, 0),
        typical=38_000,
        spread=0.85,
        endings=(0,),
        wait=20 * _MINUTE,
        expiries=(_DAY, 3 * _DAY, 5 * _DAY),
        named=95,
        firms=35,
        reference="OS {}",
        first_number=1_042,
        descriptions=("Revisão e troca de óleo", "Freios", "Suspensão", "Serviço e peças", "Alinhamento"),
        unpaid=90,
        refunded=18,
    ),
    # A school: fees at the beginning of the month, days to pay them.
    Shop(
        company=6,
        share=3,
        hours=(1, 0, 0, 0, 0, 1, 4, 14, 34, 42, 40, 36, 28, 28, 32, 30, 28, 26, 24, 26, 24, 16, 8, 3),
        weekdays=(12, 12, 12, 12, 12, 4, 2),
        busy_days={1: 60, 2: 50, 3: 50, 4: 60, 5: 120, 6: 60, 7: 40, 8: 30, 9: 25, 10: 60, 11: 15},
        prices=(89_000, 89_000, 104_000, 118_500, 118_500, 132_000, 42_000, 15_000, 6_500),
        wait=9 * _HOUR,
        expiries=(5 * _DAY, 7 * _DAY, 10 * _DAY),
        named=100,
        firms=5,
        reference="Matrícula {}",
        first_number=2_031,
        descriptions=("Mensalidade", "Mensalidade", "Mensalidade", "Material didático", "Passeio da turma"),
        unpaid=80,
        refunded=12,
    ),
    # Groceries: lunch and evening, Saturdays, and the days after payday.
    Shop(
        company=7,
        share=22,
        hours=(0, 0, 0, 0, 0, 1, 4, 14, 24, 30, 36, 44, 46, 34, 28, 28, 34, 46, 60, 56, 38, 18, 5, 1),
        weekdays=(9, 9, 9, 10, 13, 16, 10),
        busy_days={5: 13, 6: 15, 7: 15, 8: 13, 20: 12, 21: 12},
        typical=7_400,
        spread=0.8,
        endings=(12, 37, 49, 58, 73, 89, 90, 98, 5, 21),
        wait=18,
        expiries=(5 * _MINUTE, 15 * _MINUTE),
        named=8,
        firms=7,
        reference="Cupom {}",
        first_number=104_512,
        descriptions=(None, "Compra no caixa", "Entrega em casa", None),
        unpaid=40,
        refunded=8,
    ),
)
