"""Every invariant of the house, in the order in which they are told."""

from collections.abc import Mapping

from retaguarda.account.deposits.verify import INVARIANTS as DEPOSITS
from retaguarda.account.notes.verify import INVARIANTS as NOTES
from retaguarda.account.scheduling.verify import INVARIANTS as SCHEDULING
from retaguarda.account.transfers.verify import INVARIANTS as TRANSFERS
from retaguarda.approvals.verify import INVARIANTS as APPROVALS
from retaguarda.audit.verify import EXAMPLES as LOG_EXAMPLES
from retaguarda.audit.verify import INVARIANTS as LOG
from retaguarda.companies.verify import INVARIANTS as COMPANIES
from retaguarda.foundation.invariants import Invariant
from retaguarda.hooks.verify import INVARIANTS as HOOKS
from retaguarda.ledger.verify import EXAMPLES as LEDGER_EXAMPLES
from retaguarda.ledger.verify import INVARIANTS as LEDGER
from retaguarda.payin.verify import INVARIANTS as PAYIN
from retaguarda.pix.verify import INVARIANTS as PIX
from retaguarda.returns.verify import INVARIANTS as RETURNS

#: What they are about → those.
GROUPS: Mapping[str, tuple[Invariant, ...]] = {
    "ledger": LEDGER,
    "payin": PAYIN,
    "pix": PIX,
    "companies": COMPANIES,
    "notes": NOTES,
    "deposits": DEPOSITS,
    "returns": RETURNS,
    "transfers": TRANSFERS,
    "scheduling": SCHEDULING,
    "webhooks": HOOKS,
    "approvals": APPROVALS,
    "log": LOG,
}
INVARIANTS: tuple[Invariant, ...] = tuple(invariant for group in GROUPS.values() for invariant in group)

#: Name of an invariant → a statement that shows up to ten of its offenders, where there is one.
EXAMPLES: Mapping[str, str] = {**LEDGER_EXAMPLES, **LOG_EXAMPLES}
