"""Refunds of what a payer has paid."""

from retaguarda.foundation.jobs import Job
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.payin.refunds.jobs import Refunds
from retaguarda.payin.refunds.refund_charge import REFUND_CHARGE
from retaguarda.payin.refunds.tables import REFUNDS


def _jobs(services: Services) -> list[Job]:
    return [Job("payin.send_refund", Refunds(services[ProviderContext]).send)]


ROOM = Room(name="payin.refunds", tables=(REFUNDS,), commands=(REFUND_CHARGE,), jobs=_jobs)
