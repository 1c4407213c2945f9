"""Every invariant of the house, in the order in which they are told, and what may not stand still."""

from collections.abc import Mapping

from retaguarda.account.deposits.invariants import INVARIANTS as DEPOSITS
from retaguarda.account.disputes.invariants import INVARIANTS as CLAIMS
from retaguarda.account.notes.invariants import INVARIANTS as NOTES
from retaguarda.account.scheduling.invariants import INVARIANTS as SCHEDULING
from retaguarda.account.withdrawals.consumers import UNFINISHED as AT_THE_BANK
from retaguarda.account.withdrawals.invariants import INVARIANTS as TRANSFERS
from retaguarda.accounts.invariants import INVARIANTS as ACCOUNTS
from retaguarda.approvals.invariants import INVARIANTS as APPROVALS
from retaguarda.audit.invariants import EXAMPLES as LOG_EXAMPLES
from retaguarda.audit.invariants import INVARIANTS as LOG
from retaguarda.bank_files.invariants import INVARIANTS as RETURNS
from retaguarda.bank_files.jobs import UNFINISHED as FILES
from retaguarda.companies.invariants import INVARIANTS as COMPANIES
from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.stuck_work import StuckWork, example, invariant
from retaguarda.ledger.invariants import EXAMPLES as LEDGER_EXAMPLES
from retaguarda.ledger.invariants import INVARIANTS as LEDGER
from retaguarda.lists.deferred_work import UNFINISHED as LISTS
from retaguarda.payin.charges.invariants import INVARIANTS as PAYIN
from retaguarda.payin.charges.stuck_work import UNFINISHED as AT_THE_PROVIDER
from retaguarda.payin.disputes.consumers import UNFINISHED as AT_DICT
from retaguarda.payin.disputes.invariants import INVARIANTS as MED
from retaguarda.payin.locations.invariants import INVARIANTS as LOCATIONS
from retaguarda.payin.locations.jobs import UNFINISHED as LOCATION
from retaguarda.payin.rules.invariants import INVARIANTS as RULES
from retaguarda.recipients.invariants import INVARIANTS as RECIPIENTS
from retaguarda.recurrences.consumers import UNFINISHED as RECURRING
from retaguarda.recurrences.invariants import INVARIANTS as PIX
from retaguarda.webhooks.invariants import INVARIANTS as HOOKS

#: States that jobs end.
UNFINISHED: tuple[StuckWork, ...] = (*AT_THE_PROVIDER, LOCATION, AT_DICT, *RECURRING, *AT_THE_BANK, *FILES, *LISTS)

_WORK = invariant(UNFINISHED)

#: What they are about → those.
GROUPS: Mapping[str, tuple[Invariant, ...]] = {
    "ledger": LEDGER,
    "payin": (*PAYIN, *RULES, *LOCATIONS),
    "med": (*MED, *CLAIMS),
    "pix": PIX,
    "companies": COMPANIES,
    "accounts": ACCOUNTS,
    "notes": NOTES,
    "deposits": DEPOSITS,
    "returns": RETURNS,
    "recipients": RECIPIENTS,
    "transfers": TRANSFERS,
    "scheduling": SCHEDULING,
    "webhooks": HOOKS,
    "approvals": APPROVALS,
    "work": (_WORK,),
    "log": LOG,
}
INVARIANTS: tuple[Invariant, ...] = tuple(invariant for group in GROUPS.values() for invariant in group)

#: Name of an invariant → a statement that shows up to ten of its offenders, where there is one.
EXAMPLES: Mapping[str, str] = {**LEDGER_EXAMPLES, **LOG_EXAMPLES, _WORK.name: example(UNFINISHED)}
