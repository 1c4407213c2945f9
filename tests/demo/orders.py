"""A small demo, and a world for one that no database has to know of."""

from datetime import UTC, datetime
from uuid import UUID

from retaguarda.app import build
from retaguarda.background import readers
from retaguarda.settings import Settings
from retaguarda_demo.books import Account
from retaguarda_demo.charge_life import Actor
from retaguarda_demo.history import History, World
from retaguarda_demo.payins import Order
from retaguarda_demo.provider import Connection
from retaguarda_sandbox.settings import SandboxSettings

TOTAL, DAYS = 2_000, 14
CONNECTION = UUID("01900000-0000-7000-8000-000000000001")
END = datetime(2026, 7, 15, 18, 30, tzinfo=UTC)


def order(total: int = TOTAL, days: int = DAYS) -> Order:
    names = [reader.name for reader in readers(build(Settings(secret="x" * 32), "postgresql://"))]
    return Order(CONNECTION, "localhost:8001", names, total, days)


def world() -> World:
    own = {(company, code): Account(2 * company) for company in range(1, 8) for code in ("available", "in_review")}
    own[(1, "unidentified")] = Account(30)
    hot = {(1, code): Account(20, hot=True) for code in ("pix_clearing", "pix_fees")}
    return World(
        Connection(str(CONNECTION), "Sandbox", "http://psp/api/v2", "pix@retaguarda.example"),
        SandboxSettings(database_url=""),
        dict.fromkeys(range(1, 8), 99),
        {1: [Actor("01900000-0000-7000-8000-000000000002", "diego@retaguarda.example")]},
        own | hot,
        1,
    )


def lines(total: int = 500, seed: int = 1, end: datetime = END) -> dict[str, list[str]]:
    """Table → every line of a demo."""
    found = dict[str, list[str]]()
    for _, sheets in History(world(), total=total, days=30, end=end, seed=seed).batches():
        for table, some in sheets.items():
            found.setdefault(table, []).extend(some)
    return found
