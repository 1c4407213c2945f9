"""(n) Searching pay-ins by a name and by an amount, beside searching for a whole id, over the set of the depth of lists."""

from collections.abc import Iterator
from urllib.parse import quote

from msgspec.json import decode

from bench import depth, load, servers, sets
from bench.depth import PER_PAGE
from bench.people import get, sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most

GOAL = 3
#: People and amounts of the set; each name has about as many pay-ins as the others, each amount about ten.
NAMES = ("payer 1234", "number 777", "Payer 42", "9971 payer")
AMOUNTS = ("350,00", "1234,56", "99,90", "4.321,00")


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    database = depth.database(server, plan.deep_charges)
    with servers.ours(server.app_url(database), "ours-search") as port:
        for principal, email, account in (
            ("one merchant", sets.email(depth.MERCHANT), str(depth.MERCHANT)),
            ("staff, all merchants", sets.STAFF, "all"),
        ):
            headers = sign_in(port, email, account)
            ids = _requests(port, headers, _ids(port, headers))
            for what, asked in (("a name", NAMES), ("an amount", AMOUNTS)):
                if what == "an amount" and account == "all":
                    continue  # An amount is looked for within one merchant.
                known, found = depth.in_turn((port, ids), (port, _requests(port, headers, asked)), plan)
                yield at_most(
                    f"(n) search by {what} over {plan.deep_charges:,} pay-ins beside search by an id, {principal}",
                    found,
                    known,
                    "ms",
                    GOAL,
                    "a page of 50 with its exact total, through HTTP",
                )


def _requests(port: int, headers: dict[str, str], asked: tuple[str, ...]) -> list[bytes]:
    """
    Raises:
        RuntimeError: one of them finds nothing.
    """
    paths = [f"/v1/payin/charges?per_page={PER_PAGE}&search={quote(each)}" for each in asked]
    for path in paths:
        if get(port, path, headers)[0]["x-total"] == "0":
            raise RuntimeError(f"{path} finds nothing")
    return [load.request("GET", path, headers) for path in paths]


def _ids(port: int, headers: dict[str, str]) -> tuple[str, ...]:
    """Ids of pay-ins, of the newest page."""
    _, body = get(port, f"/v1/payin/charges?per_page={PER_PAGE}", headers)
    return tuple(row["id"] for row in decode(body)[:40:10])
