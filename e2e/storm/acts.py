"""Everything that happens in a storm, with how often."""

from collections.abc import Callable, Mapping

from storm import banking, bulky, contesting, hostile, selling, sharing, subscribing
from storm.sender import Sender
from storm.world import World

Act = Callable[[Sender, World], None]

WEIGHTS: Mapping[Act, float] = {
    selling.charge: 30,
    selling.due_charge: 4,
    selling.pay: 26,
    selling.refund: 8,
    selling.cancel_charge: 2,
    selling.review: 3,
    selling.deposit: 4,
    selling.identify: 2,
    selling.return_deposit: 1,
    banking.withdraw: 7,
    banking.pay_merchant: 3,
    banking.cancel_withdrawal: 2,
    banking.schedule: 2,
    banking.note: 4,
    banking.block: 1,
    banking.decide: 2,
    banking.move: 3,
    banking.decide_many: 0.3,
    banking.edit: 0.5,
    banking.run_task: 0.2,
    bulky.batch: 1,
    bulky.of_batch: 1.5,
    bulky.return_file: 0.6,
    bulky.apply_file: 1,
    bulky.decide_line: 0.5,
    bulky.bulk: 0.5,
    bulky.export: 0.5,
    contesting.report: 1.5,
    contesting.defend: 1.5,
    contesting.judge: 1,
    contesting.claim: 1,
    contesting.answer_claim: 1.5,
    sharing.recipient: 0.3,
    sharing.split_charge: 3,
    sharing.pay_out: 2,
    sharing.sub_account: 0.4,
    subscribing.recurrence: 1,
    subscribing.answer: 1.5,
    subscribing.cycle: 1.5,
    subscribing.settle: 2,
    subscribing.give_back: 1,
    subscribing.end: 0.1,
    hostile.nonsense: 0.3,
    hostile.stranger: 0.5,
    hostile.without_right: 0.2,
    hostile.keys: 0.4,
    hostile.too_much: 0.2,
}
