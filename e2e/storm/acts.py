"""Everything that happens in a storm, with how often."""

from collections.abc import Callable, Mapping

from storm import banking, hostile, selling
from storm.sender import Sender
from storm.world import World

Act = Callable[[Sender, World], None]

WEIGHTS: Mapping[Act, float] = {
    selling.charge: 30,
    selling.pay: 26,
    selling.refund: 8,
    selling.cancel_charge: 2,
    selling.review: 3,
    selling.deposit: 4,
    selling.identify: 2,
    selling.return_deposit: 1,
    banking.withdraw: 7,
    banking.cancel_withdrawal: 2,
    banking.schedule: 2,
    banking.note: 4,
    banking.block: 1,
    banking.decide: 2,
    banking.run_task: 0.2,
    hostile.nonsense: 0.3,
    hostile.stranger: 0.5,
    hostile.without_right: 0.2,
    hostile.keys: 0.4,
    hostile.too_much: 0.2,
}
