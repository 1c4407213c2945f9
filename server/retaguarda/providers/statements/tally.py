"""The running sums of one statement, and the checks that its end allows."""

from retaguarda.providers.statements.model import Balance, Check, Ended


class Tally:
    """Counts lines as they pass; keeps no line."""

    __slots__ = (
        "closing",
        "credit_lines",
        "credits",
        "debit_lines",
        "debits",
        "lines",
        "number",
        "opening",
        "pseudo",
        "unbooked",
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.lines = self.credits = self.debits = self.credit_lines = self.debit_lines = 0
        self.pseudo = self.unbooked = 0
        self.opening: Balance | None = None
        self.closing: Balance | None = None

    def add(self, amount: int, pseudo: bool = False) -> int:
        """Counts a line and returns its number."""
        self.lines += 1
        if pseudo:
            self.pseudo += 1
        elif amount < 0:
            self.debits -= amount
            self.debit_lines += 1
        else:
            self.credits += amount
            self.credit_lines += 1
        return self.lines

    def ended(self, *said: tuple[str, int | None, int]) -> Ended:
        """The end, with a check of the balances where both are known and one for each number that the file says."""
        checks = [Check(name, told, counted) for name, told, counted in said if told is not None]
        if self.opening is not None and self.closing is not None:
            counted = self.opening.amount + self.credits - self.debits
            checks.insert(0, Check("closing_balance", self.closing.amount, counted))
        return Ended(
            number=self.number,
            lines=self.lines,
            credits=self.credits,
            debits=self.debits,
            pseudo=self.pseudo,
            unbooked=self.unbooked,
            opening=self.opening,
            closing=self.closing,
            checks=tuple(checks),
        )
