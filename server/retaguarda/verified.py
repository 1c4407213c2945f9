"""Every invariant of the house, in the order in which they are told, and what may not stand still."""

from collections.abc import Mapping

from retaguarda.account.claims.verify import INVARIANTS as CLAIMS
from retaguarda.account.deposits.verify import INVARIANTS as DEPOSITS
from retaguarda.account.notes.verify import INVARIANTS as NOTES
from retaguarda.account.scheduling.verify import INVARIANTS as SCHEDULING
from retaguarda.account.transfers.reading import UNFINISHED as AT_THE_BANK
from retaguarda.account.transfers.verify import INVARIANTS as TRANSFERS
from retaguarda.accounts.verify import INVARIANTS as ACCOUNTS
from retaguarda.approvals.verify import INVARIANTS as APPROVALS
from retaguarda.audit.verify import EXAMPLES as LOG_EXAMPLES
from retaguarda.audit.verify import INVARIANTS as LOG
from retaguarda.companies.verify import INVARIANTS as COMPANIES
from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.unfinished import Unfinished, example, invariant
from retaguarda.hooks.verify import INVARIANTS as HOOKS
from retaguarda.ledger.verify import EXAMPLES as LEDGER_EXAMPLES
from retaguarda.ledger.verify import INVARIANTS as LEDGER
from retaguarda.lists.work import UNFINISHED as LISTS
from retaguarda.payin.locations.verify import INVARIANTS as LOCATIONS
from retaguarda.payin.locations.work import UNFINISHED as LOCATION
from retaguarda.payin.med.reading import UNFINISHED as AT_DICT
from retaguarda.payin.med.verify import INVARIANTS as MED
from retaguarda.payin.rules.verify import INVARIANTS as RULES
from retaguarda.payin.unfinished import UNFINISHED as AT_THE_PROVIDER
from retaguarda.payin.verify import INVARIANTS as PAYIN
from retaguarda.pix.reading import UNFINISHED as RECURRING
from retaguarda.pix.verify import INVARIANTS as PIX
from retaguarda.recipients.verify import INVARIANTS as RECIPIENTS
from retaguarda.returns.verify import INVARIANTS as RETURNS
from retaguarda.returns.work import UNFINISHED as FILES

#: States that jobs end.
UNFINISHED: tuple[Unfinished, ...] = (*AT_THE_PROVIDER, LOCATION, AT_DICT, *RECURRING, *AT_THE_BANK, *FILES, *LISTS)

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
