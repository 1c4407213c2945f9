"""What the ledger of one company is meant to be, written as plainly as it goes.

A request is answered with what became of it: 'done', 'again' (it stood there before, nothing changed), or the SQLSTATE
under which it is refused.
"""

from dataclasses import dataclass, field

CONFLICT, INSUFFICIENT, UNKNOWN_ACCOUNT, NOT_OPEN = "RL001", "RL002", "RL003", "RL004"
NOT_REVERSIBLE, CAPTURE_MISMATCH, UNKNOWN_JOURNAL, UNBALANCED = "RL005", "RL006", "RL008", "RL010"

Name = tuple[str, str]  # code and currency

#: The provider's, which take entries only.
HOUSE: tuple[Name, ...] = (("clearing", "BRL"), ("fees", "BRL"), ("clearing", "USD"))
FLOORS: dict[Name, int] = {
    ("available", "BRL"): 0,
    ("reserve", "BRL"): 0,
    ("credit", "BRL"): -500,
    ("available", "USD"): 0,
}


@dataclass(frozen=True)
class Post:
    key: str
    legs: tuple[tuple[Name, int], ...]
    hold: str | None = None


@dataclass(frozen=True)
class Reverse:
    key: str
    of: str  # key of the journal


@dataclass(frozen=True)
class Hold:
    key: str
    account: Name
    amount: int
    due: bool


@dataclass(frozen=True)
class Void:
    key: str  # of the hold


Request = Post | Reverse | Hold | Void


@dataclass
class Account:
    floor: int
    posted: int = 0
    held: int = 0
    version: int = 0


def _accounts() -> dict[Name, Account]:
    return {name: Account(floor) for name, floor in FLOORS.items()}


@dataclass
class Model:
    accounts: dict[Name, Account] = field(default_factory=_accounts)
    journals: dict[str, Post | Reverse] = field(default_factory=dict)
    reversed: set[str] = field(default_factory=set)
    holds: dict[str, Hold] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)

    def send(self, request: Request) -> str:
        match request:
            case Post():
                return self._post(request)
            case Reverse():
                return self._reverse(request)
            case Hold():
                return self._hold(request)
            case Void():
                return self._void(request)

    def expire(self) -> set[str]:
        due = {key for key, hold in self.holds.items() if hold.due and self.states[key] == "open"}
        for key in due:
            self._close(key, "expired")
        return due

    def _post(self, post: Post) -> str:
        if post.key in self.journals:
            return "again" if self.journals[post.key] == post else CONFLICT
        hold = self.holds.get(post.hold or "")
        if post.hold is not None and (hold is None or self.states[post.hold] != "open"):
            return NOT_OPEN
        moves: dict[Name, list[int]] = {}
        for name, amount in post.legs:
            if name not in HOUSE:
                moves.setdefault(name, []).append(amount)
        for name in sorted(moves):
            if name not in self.accounts:
                return UNKNOWN_ACCOUNT
            account = self.accounts[name]
            freed = hold.amount if hold is not None and hold.account == name else 0
            if account.posted - account.held + freed + sum(moves[name]) < account.floor:
                return INSUFFICIENT
        if hold is not None and not 1 <= -sum(moves.get(hold.account, ())) <= hold.amount:
            return CAPTURE_MISMATCH
        sums: dict[str, int] = {}
        for (_, currency), amount in post.legs:
            sums[currency] = sums.get(currency, 0) + amount
        if any(sums.values()):
            return UNBALANCED
        for name, amounts in moves.items():
            self.accounts[name].posted += sum(amounts)
            self.accounts[name].version += len(amounts)
        if hold is not None:
            self._close(hold.key, "captured")
        self.journals[post.key] = post
        return "done"

    def _reverse(self, reverse: Reverse) -> str:
        original = self.journals.get(reverse.of)
        if original is None:
            return UNKNOWN_JOURNAL
        if isinstance(original, Reverse):
            return NOT_REVERSIBLE
        if reverse.key in self.journals:
            return "again" if self.journals[reverse.key] == reverse else CONFLICT
        if reverse.of in self.reversed:
            return NOT_REVERSIBLE
        said = self._post(Post(reverse.key, tuple((name, -amount) for name, amount in original.legs)))
        if said == "done":
            self.journals[reverse.key] = reverse
            self.reversed.add(reverse.of)
        return said

    def _hold(self, hold: Hold) -> str:
        if hold.key in self.holds:
            return "again" if self.holds[hold.key] == hold else CONFLICT
        account = self.accounts[hold.account]
        if account.posted - account.held - hold.amount < account.floor:
            return INSUFFICIENT
        account.held += hold.amount
        self.holds[hold.key], self.states[hold.key] = hold, "open"
        return "done"

    def _void(self, void: Void) -> str:
        if self.states.get(void.key) == "voided":
            return "again"
        if self.states.get(void.key) != "open":
            return NOT_OPEN
        self._close(void.key, "voided")
        return "done"

    def _close(self, key: str, state: str) -> None:
        hold = self.holds[key]
        self.accounts[hold.account].held -= hold.amount
        self.states[key] = state
