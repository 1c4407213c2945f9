"""The balance column of a CSV as a witness: it tells the order of the rows, and whether signs were swapped."""

from retaguarda.providers.statements.model import Balance


class Balances:
    """Compares each balance with the one before, in four ways: oldest or newest row first, signs as they are or swapped."""

    def __init__(self) -> None:
        self.breaks = {(newest_first, swapped): 0 for newest_first in (False, True) for swapped in (False, True)}
        self.pairs = 0
        self._first: tuple[int, int] | None = None
        self._before: tuple[int, int] | None = None

    def add(self, amount: int, balance: int) -> None:
        if self._before is None:
            self._first = (amount, balance)
        else:
            amount_before, balance_before = self._before
            self.pairs += 1
            for sign, swapped in ((1, False), (-1, True)):
                self.breaks[False, swapped] += balance != balance_before + sign * amount
                self.breaks[True, swapped] += balance_before != balance + sign * amount_before
        self._before = (amount, balance)

    @property
    def swapped(self) -> bool:
        """Whether the balances follow from the amounts only if money that came had gone. Two rows may do so by chance."""
        right = min(self.breaks[False, False], self.breaks[True, False])
        return self.pairs > 1 and right > 0 and min(self.breaks[False, True], self.breaks[True, True]) == 0

    @property
    def newest_first(self) -> bool:
        return self.breaks[True, False] < self.breaks[False, False]

    @property
    def gaps(self) -> int:
        return self.breaks[self.newest_first, False]

    def ends(self) -> tuple[Balance | None, Balance | None]:
        """Opening and closing."""
        if self._first is None or self._before is None:
            return None, None
        oldest, newest = (self._before, self._first) if self.newest_first else (self._first, self._before)
        return Balance(oldest[1] - oldest[0]), Balance(newest[1])
