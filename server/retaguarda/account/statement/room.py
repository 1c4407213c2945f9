"""The statement of an account."""

from retaguarda.account.balances import balances_route
from retaguarda.account.statement.annotate_transaction import ANNOTATE
from retaguarda.account.statement.compare_day import compare_route
from retaguarda.account.statement.files.download import file_route
from retaguarda.account.statement.records import TRANSACTION_RECORD
from retaguarda.account.statement.revert_transaction import REVERT
from retaguarda.account.statement.tables import ENTRIES
from retaguarda.foundation.database import Database
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [balances_route(access), compare_route(access), file_route(access, services[Database])]


ROOM = Room(
    name="statement",
    tables=(ENTRIES,),
    records=(TRANSACTION_RECORD,),
    commands=(ANNOTATE, REVERT),
    routes=_routes,
)
