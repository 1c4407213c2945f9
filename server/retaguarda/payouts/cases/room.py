"""The desk of cases."""

from retaguarda.foundation.room import Room, Trail
from retaguarda.payouts.cases.commands import COMMANDS
from retaguarda.payouts.cases.invariants import INVARIANTS
from retaguarda.payouts.cases.queries import of_case
from retaguarda.payouts.cases.records import CASE_RECORD
from retaguarda.payouts.cases.tables import CASES, DECIDE
from retaguarda.payouts.verify_factor import guarded_subject

ROOM = Room(
    name="payouts.cases",
    tables=(CASES,),
    records=(CASE_RECORD,),
    commands=COMMANDS,
    invariants=INVARIANTS,
    group="payouts",
    trails=(Trail("payout-cases", DECIDE, guarded_subject(of_case), "payouts:case:%"),),
)
