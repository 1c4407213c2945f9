"""What can be paid now, what a destination is before it is paid, and the receipt of a payment."""

from collections.abc import Mapping

from retaguarda import ledger
from retaguarda.account.bank_accounts.add_bank_account import read_document
from retaguarda.account.withdrawals.print_receipt import ReceiptKind, receipt_route
from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.receipt import Language
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.text_input import printable
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payout_engine.identify_destination import identify_destination
from retaguarda.payout_engine.limits import limits_of
from retaguarda.payout_engine.plan_ted import load_ted_plan
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY, flat_fee, resolve_rules
from retaguarda.payouts.payees.confirm_payee import PayeeQuestion
from retaguarda.payouts.payments.confirm_payment import PaymentConfirmation
from retaguarda.payouts.payments.identify_payee import KnownPayee, identify_payee
from retaguarda.payouts.payments.model import OF_PAYMENTS, DestinationShown, PaymentDestination, PaymentTerms, TedShown
from retaguarda.payouts.payments.parse_destination import read_given
from retaguarda.payouts.verify_factor import FACTOR_CHOSEN, FACTOR_MERCHANT

_RECEIPT_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {"title": "Comprovante de pagamento por Pix", "ted": "Comprovante de TED", "number": "Número do pagamento"},
    "en": {"title": "Receipt of a payment by Pix", "ted": "Receipt of a TED", "number": "Payment number"},
}


def payment_routes(access: Access, keys: Keys, confirmation: PaymentConfirmation, own_origin: str) -> list[Route]:
    receipt = ReceiptKind(
        path="/v1/payouts/payments/{id:str}/receipt",
        summary="The receipt of a payment that was carried out, as a PDF",
        permission=Permission.PAYOUT_PAYMENT_READ,
        scope=FACTOR_MERCHANT,
        rows=OF_PAYMENTS,
        words=_RECEIPT_WORDS,
    )
    return [
        _terms_route(access),
        _destination_route(access, keys, confirmation),
        receipt_route(access, keys, own_origin, receipt),
    ]


def _terms_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with FACTOR_CHOSEN.over(access).open(request, Permission.PAYOUT_PAYMENT_READ) as (tx, principal):
            company = principal.chosen()
            rules, limits = await resolve_rules(tx, company), await limits_of(tx, company)
            balance = await ledger.balance(tx, company, AVAILABLE, PIX_CURRENCY)
            return json_response(
                PaymentTerms(
                    available=_money(balance.posted - (balance.held or 0)),
                    fee=_money_or_none(await flat_fee(tx, company)),
                    most=_money(rules.most),
                    first_most=_money_or_none(rules.first_most),
                    day_left=_money_or_none(limits.day and limits.day.left),
                    night_left=_money_or_none(limits.night and limits.night.left),
                    count_left=limits.count and limits.count.left,
                    payee_most=_money_or_none(rules.payee_day_most),
                    payee_count_most=rules.payee_count_most,
                    queue=rules.queue,
                    external_id_needed=rules.external_id_needed,
                    duplicates=rules.duplicates,
                )
            )

    return Route(
        "GET",
        "/v1/payouts/payment-terms",
        "What can be paid now, and at what price",
        handler,
        permission=Permission.PAYOUT_PAYMENT_READ,
        scope=FACTOR_CHOSEN,
        answers=PaymentTerms,
    )


def _destination_route(access: Access, keys: Keys, confirmation: PaymentConfirmation) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(PaymentDestination)
        async with FACTOR_CHOSEN.over(access).open(request, Permission.PAYOUT_PAYMENT_WRITE) as (tx, principal):
            # Keys bring payments; whose a destination is they learn from nobody.
            principal.require(Permission.TWO_FACTOR)
            company = principal.chosen()
            found = await read_given(tx, given)
            destination = await identify_destination(tx, keys, found.columns)
            payee = await identify_payee(tx, company, found.columns, destination)
            ted = await _load_ted(tx, company, found.columns.get("ispb") if found.columns.get("number") else None)
        question = _question(given, found.columns.get("pix_key"), payee)
        # The directory is asked outside of any transaction.
        said = question and await confirmation.look_up(principal, destination, question)
        names = ("ispb", "bank_name", "branch", "number", "account_type", "pix_key", "barcode", "due_on")
        return json_response(
            DestinationShown(
                kind=found.columns["kind"],
                **{name: found.columns.get(name) for name in names},
                amount=_money_or_none(found.amount),
                description=found.text,
                holder_name=payee and payee.holder_name,
                holder_document=payee and mask_text(payee.holder_document),
                known_by=payee and payee.known_by,
                payments=payee.payments if payee else 0,
                last_paid_at=payee and payee.last_paid_at,
                confirmation=said,
                ted=ted,
            )
        )

    return Route(
        "POST",
        "/v1/payouts/payment-destination",
        "Look at a destination before it is paid: what it is, and who is known to own it",
        handler,
        permission=Permission.PAYOUT_PAYMENT_WRITE,
        scope=FACTOR_CHOSEN,
        body=PaymentDestination,
        answers=DestinationShown,
    )


async def _load_ted(tx: Tx, company: int, ispb: str | None) -> TedShown | None:
    """How a TED to an account of a bank would leave; None where it is no account, or the merchant pays by no TED."""
    if ispb is None or "ted" not in (await resolve_rules(tx, company)).methods:
        return None
    bank = await bank_by_ispb(tx, ispb)
    plan = await load_ted_plan(tx, company, ispb)
    return TedShown(bank is not None and bank.ted, plan.way, plan.leave_by, plan.opens_at)


def _question(given: PaymentDestination, key: str | None, payee: KnownPayee | None) -> PayeeQuestion | None:
    """What the directory is asked; None for an account, or where nobody is expected to own the key."""
    if key is None:
        return None
    if given.holder_name is not None and given.holder_document is not None:
        return PayeeQuestion(printable("holder_name", given.holder_name), read_document(given.holder_document), key)
    return PayeeQuestion(payee.holder_name, payee.holder_document, key) if payee else None


def _money(amount: int) -> Money:
    return Money(amount, PIX_CURRENCY)


def _money_or_none(amount: int | None) -> Money | None:
    return None if amount is None else _money(amount)
