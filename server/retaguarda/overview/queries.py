"""Load how far a merchant is, from an empty house to a closed day, from what is there: no step is ticked by hand."""

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT

#: In the order in which they are done; the first is the person's, the others are the merchant's.
STEPS = ("second_factor", "bank_account", "team", "charge", "paid", "webhook", "payout", "day")

_SECOND_FACTOR = """
    select p.second_factor from published.person p where p.id = %(person)s
"""
_OF_COMPANY = """
    select exists (select from published.bank_account where company_id = %(company)s and status = 'verified') as bank_account,
           exists (select from published.charge where company_id = %(company)s) as charge,
           exists (select from published.pix_payment where company_id = %(company)s and status = 'settled') as paid,
           exists (select from published.approval_request a
                     join published.payout p on p.company_id = a.company_id and p.status = 'done'
                                            and (p.id = a.made or p.batch_id = a.made)
                    where a.company_id = %(company)s and a.state = 'executed' and a.made is not null) as payout,
           company_day_closed(%(company)s) as day,
           exists (select from published.hook_endpoint where company_id = %(company)s) as webhook,
           (select count(*) > 1 from published.person where company_id = %(company)s and disabled_at is null) as team
"""


class SetupStep(msgspec.Struct):
    """``key``, in the order of the steps:

    second_factor, bank_account and team make the merchant ready; charge: one was created; paid: one was paid; webhook: an
    endpoint listens; payout: one that a second person approved has arrived; day: the provider has closed the books of a day
    since the first payment.
    """

    key: str
    done: bool


class Setup(msgspec.Struct):
    """``steps`` is empty while no single merchant is chosen."""

    steps: list[SetupStep]


async def load_setup(tx: Tx, principal: Principal) -> list[SetupStep]:
    if principal.account is None:
        return []
    found = await tx.one(_OF_COMPANY, {"company": principal.account})
    assert found is not None
    own = await tx.value(_SECOND_FACTOR, {"person": principal.person_id})
    return [SetupStep(key, bool(own) if key == "second_factor" else found[key]) for key in STEPS]


def setup_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            return json_response(Setup(await load_setup(tx, principal)))

    return Route(
        "GET",
        "/v1/overview/setup",
        "What a merchant has set up, and what is left",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        scope=MERCHANT,
        answers=Setup,
    )
