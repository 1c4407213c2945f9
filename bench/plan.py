"""How long the runs are."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    rounds: int
    #: Of one run in one round.
    seconds: float
    warm_up: float
    deep_charges: int
    #: What sets of their own are made of: operations of one closing, lines of one filing, lines of one bank account, movements
    #: of a backtest and of a long one, names of the long list, entries of the block list, lines of a batch, months' tickets.
    closed: int
    filed: int
    matched: int
    movements: int
    more_movements: int
    names: int
    blocked: int
    batch_lines: int


FULL = Plan(
    rounds=7,
    seconds=5,
    warm_up=3,
    deep_charges=5_000_000,
    closed=100_000,
    filed=1_000_000,
    matched=1_000_000,
    movements=1_000_000,
    more_movements=10_000_000,
    names=300_000,
    blocked=100_000,
    batch_lines=100_000,
)
QUICK = Plan(
    rounds=3,
    seconds=1.5,
    warm_up=1,
    deep_charges=500_000,
    closed=2_000,
    filed=10_000,
    matched=10_000,
    movements=20_000,
    more_movements=40_000,
    names=12_000,
    blocked=2_000,
    batch_lines=5_000,
)


def plan_of(plan: Plan, most: int | None, rounds: int | None) -> Plan:
    """The same with sets of at most ``most`` rows and at most so many rounds; None: as it is."""
    values = asdict(plan)
    for name, value in values.items():
        limit = rounds if name == "rounds" else most if isinstance(value, int) else None
        values[name] = value if limit is None else min(value, limit)
    return Plan(**values)
