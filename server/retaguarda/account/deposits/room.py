"""Money that came in without a charge."""

from retaguarda.account.deposits.commands.identify_deposit import IDENTIFY_DEPOSIT
from retaguarda.account.deposits.commands.return_deposit import RETURN_DEPOSIT
from retaguarda.account.deposits.commands.return_internal import GIVE_BACK
from retaguarda.account.deposits.deposit_codes import code_route
from retaguarda.account.deposits.invariants import INVARIANTS
from retaguarda.account.deposits.queries import OF_DEPOSIT
from retaguarda.account.deposits.records import DEPOSIT_RECORD
from retaguarda.account.deposits.tables import DEPOSITS
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [code_route(services[Access])]


ROOM = Room(
    name="deposits",
    tables=(DEPOSITS,),
    records=(DEPOSIT_RECORD,),
    commands=(IDENTIFY_DEPOSIT, RETURN_DEPOSIT, GIVE_BACK),
    routes=_routes,
    invariants=INVARIANTS,
    trails=(Trail("deposits", Permission.PAYOUT_DEPOSIT_READ, OF_DEPOSIT),),
)
