"""A method for each call of the API. Written by `make generate` from the merchants' contract; not edited by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from retaguarda_client import _shapes as s
from retaguarda_client._transport import Page, Transport, one


class Checkout:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def charge(self, id: str, *, key: str) -> s.PublicCharge:
        """What a payer's page is told of a charge."""
        return self._transport.call("GET", f"/v1/checkout/charges/{one(id)}", query={"key": key})

    def link(self, token: str) -> s.PublicCharge:
        """What the page of a payment link is told of its charge."""
        return self._transport.call("GET", f"/v1/checkout/links/{one(token)}")


class Charges:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.ChargeInput, *, idempotency_key: str | None = None) -> s.Charge:
        """Ask for a payment with Pix."""
        return self._transport.call("POST", "/v1/payin/charges", body=body, key=idempotency_key)

    def get(self, id: str) -> s.ChargeRecord:
        """One charge: payments, refunds, ledger entries, timeline, words with the provider."""
        return self._transport.call("GET", f"/v1/payin/charges/{one(id)}")

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> s.Charge:
        """Withdraw a charge that is not paid."""
        return self._transport.call("POST", f"/v1/payin/charges/{one(id)}/cancel", key=idempotency_key)

    def refund(
        self, id: str, body: s.RefundInput | None = None, *, idempotency_key: str | None = None
    ) -> s.Refund | s.Awaiting:
        """Refund a charge in part or in full."""
        return self._transport.call("POST", f"/v1/payin/charges/{one(id)}/refunds", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.ChargeQuery]) -> Iterator[s.ChargeRow]:
        """Charges and what became of them: every row, page after page."""
        return self._transport.every("/v1/payin/charges", query)

    def list(self, **query: Unpack[s.ChargeQuery]) -> Page[s.ChargeRow]:
        """Charges and what became of them: one page."""
        return self._transport.page("/v1/payin/charges", query)


class CheckoutKey:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> s.CheckoutKey:
        """The merchant's publishable key, and the pages it works from."""
        return self._transport.call("GET", "/v1/payin/checkout-key")

    def create(self, *, idempotency_key: str | None = None) -> s.CheckoutKey:
        """Make a publishable key, in place of the one before."""
        return self._transport.call("POST", "/v1/payin/checkout-key", key=idempotency_key)

    def change(self, body: s.OriginsInput, *, idempotency_key: str | None = None) -> s.CheckoutKey:
        """Say from which pages the publishable key works."""
        return self._transport.call("PUT", "/v1/payin/checkout-key", body=body, key=idempotency_key)


class Recipients:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.RecipientInput, *, idempotency_key: str | None = None) -> s.Recipient | s.Awaiting:
        """Add a recipient, and where it is paid out to."""
        return self._transport.call("POST", "/v1/payin/recipients", body=body, key=idempotency_key)

    def get(self, id: str) -> s.RecipientRecord:
        """One recipient: what it has, its shares, payouts, ledger entries, timeline."""
        return self._transport.call("GET", f"/v1/payin/recipients/{one(id)}")

    def change(
        self, id: str, body: s.RecipientChange | None = None, *, idempotency_key: str | None = None
    ) -> s.Recipient | s.Awaiting:
        """Change the name of a recipient, or where it is paid out to."""
        return self._transport.call("POST", f"/v1/payin/recipients/{one(id)}/change", body=body, key=idempotency_key)

    def pay_out(self, id: str, body: s.PayOutInput, *, idempotency_key: str | None = None) -> s.Transfer | s.Awaiting:
        """Pay a recipient out to its own account."""
        return self._transport.call("POST", f"/v1/payin/recipients/{one(id)}/payouts", body=body, key=idempotency_key)

    def reactivate(
        self, id: str, body: s.ReasonInput, *, idempotency_key: str | None = None
    ) -> s.Recipient | s.Awaiting:
        """Let a suspended recipient take part again."""
        return self._transport.call(
            "POST", f"/v1/payin/recipients/{one(id)}/reactivate", body=body, key=idempotency_key
        )

    def suspend(self, id: str, body: s.ReasonInput, *, idempotency_key: str | None = None) -> s.Recipient | s.Awaiting:
        """Suspend a recipient: no new charge names it, and nothing is paid out to it."""
        return self._transport.call("POST", f"/v1/payin/recipients/{one(id)}/suspend", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.RecipientQuery]) -> Iterator[s.RecipientRow]:
        """Who gets parts of a merchant's payments, and what they have: every row, page after page."""
        return self._transport.every("/v1/payin/recipients", query)

    def list(self, **query: Unpack[s.RecipientQuery]) -> Page[s.RecipientRow]:
        """Who gets parts of a merchant's payments, and what they have: one page."""
        return self._transport.page("/v1/payin/recipients", query)


class Recurrences:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.RecurrenceInput, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Ask a payer to agree to charges that repeat."""
        return self._transport.call("POST", "/v1/payin/recurrences", body=body, key=idempotency_key)

    def get(self, id: str) -> s.RecurrenceRecord:
        """One recurrence: requests, charges, timeline, words with the provider."""
        return self._transport.call("GET", f"/v1/payin/recurrences/{one(id)}")

    def archived_messages(self, id: str) -> s.ArchivedMessages:
        """What was said with the provider, from the archive (recurrence)."""
        return self._transport.call("GET", f"/v1/payin/recurrences/{one(id)}/archived-messages")

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> s.Recurrence:
        """End a recurrence."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/cancel", key=idempotency_key)

    def charge(self, id: str, body: s.RecurringChargeInput, *, idempotency_key: str | None = None) -> s.RecurringCharge:
        """Ask for the payment of a cycle."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/charges", body=body, key=idempotency_key)

    def change_code(self, id: str, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Offer a recurrence at another location: the code before leads nowhere any more."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/code", key=idempotency_key)

    def qr_code(self, id: str) -> bytes:
        """QR code of a recurrence (image/png)."""
        return self._transport.picture("GET", f"/v1/payin/recurrences/{one(id)}/qr.png")

    def request(self, id: str, body: s.RequestInput, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Ask the payer's bank to show a recurrence to the payer."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/requests", body=body, key=idempotency_key)

    def cancel_request(self, id: str, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Withdraw the request that waits for the payer."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/requests/cancel", key=idempotency_key)

    def start(self, id: str, body: s.StartInput, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Let a recurrence begin on another day."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/start", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.RecurrenceQuery]) -> Iterator[s.RecurrenceRow]:
        """What payers agreed to pay again and again: every row, page after page."""
        return self._transport.every("/v1/payin/recurrences", query)

    def list(self, **query: Unpack[s.RecurrenceQuery]) -> Page[s.RecurrenceRow]:
        """What payers agreed to pay again and again: one page."""
        return self._transport.page("/v1/payin/recurrences", query)


class SplitRules:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.SplitRuleInput, *, idempotency_key: str | None = None) -> s.SplitRule:
        """Save a split under a name."""
        return self._transport.call("POST", "/v1/payin/split-rules", body=body, key=idempotency_key)

    def get(self, id: str) -> s.SplitRule:
        """One saved split, with its parts."""
        return self._transport.call("GET", f"/v1/payin/split-rules/{one(id)}")

    def remove(self, id: str, *, idempotency_key: str | None = None) -> s.SplitRule:
        """Take a saved split away; charges keep theirs."""
        return self._transport.call("POST", f"/v1/payin/split-rules/{one(id)}/remove", key=idempotency_key)

    def every(self, **query: Unpack[s.SplitRuleQuery]) -> Iterator[s.SplitRuleRow]:
        """Splits saved under a name: every row, page after page."""
        return self._transport.every("/v1/payin/split-rules", query)

    def list(self, **query: Unpack[s.SplitRuleQuery]) -> Page[s.SplitRuleRow]:
        """Splits saved under a name: one page."""
        return self._transport.page("/v1/payin/split-rules", query)


class WebhookDeliveries:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, id: str) -> s.DeliveryRecord:
        """One delivery with what was sent and every try."""
        return self._transport.call("GET", f"/v1/payin/webhook-deliveries/{one(id)}")

    def replay(self, id: str, *, idempotency_key: str | None = None) -> s.Delivery:
        """Send one delivery again."""
        return self._transport.call("POST", f"/v1/payin/webhook-deliveries/{one(id)}/replay", key=idempotency_key)

    def every(self, **query: Unpack[s.WebhookDeliveryQuery]) -> Iterator[s.WebhookDeliveryRow]:
        """What was told to the merchants' servers, and what became of it: every row, page after page."""
        return self._transport.every("/v1/payin/webhook-deliveries", query)

    def list(self, **query: Unpack[s.WebhookDeliveryQuery]) -> Page[s.WebhookDeliveryRow]:
        """What was told to the merchants' servers, and what became of it: one page."""
        return self._transport.page("/v1/payin/webhook-deliveries", query)


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.EndpointInput, *, idempotency_key: str | None = None) -> s.EndpointWithSecret:
        """Be told of what happens; the secret is shown this once."""
        return self._transport.call("POST", "/v1/payin/webhooks", body=body, key=idempotency_key)

    def remove(self, id: str, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Take an endpoint away, with all that was told to it."""
        return self._transport.call("DELETE", f"/v1/payin/webhooks/{one(id)}", key=idempotency_key)

    def get(self, id: str) -> s.EndpointRecord:
        """One webhook endpoint with its newest deliveries."""
        return self._transport.call("GET", f"/v1/payin/webhooks/{one(id)}")

    def change(self, id: str, body: s.EndpointInput, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Change where one is told, and of what."""
        return self._transport.call("PUT", f"/v1/payin/webhooks/{one(id)}", body=body, key=idempotency_key)

    def disable(self, id: str, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Switch an endpoint off; what happens meanwhile is held."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/disable", key=idempotency_key)

    def enable(self, id: str, body: s.EnableInput | None = None, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Switch an endpoint on."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/enable", body=body, key=idempotency_key)

    def replay(self, id: str, body: s.ReplayInput, *, idempotency_key: str | None = None) -> s.Replayed:
        """Send again what was told to an endpoint in a time."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/replay", body=body, key=idempotency_key)

    def rotate(
        self, id: str, body: s.WebhooksRotateInput, *, idempotency_key: str | None = None
    ) -> s.EndpointWithSecret:
        """Give an endpoint another secret; until its grace is over, both sign."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/rotate", body=body, key=idempotency_key)

    def test(self, id: str, *, idempotency_key: str | None = None) -> s.Delivery:
        """Send an endpoint something to see whether it hears."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/test", key=idempotency_key)

    def every(self, **query: Unpack[s.WebhookQuery]) -> Iterator[s.WebhookRow]:
        """Where the merchant wants to be told of what happens: every row, page after page."""
        return self._transport.every("/v1/payin/webhooks", query)

    def list(self, **query: Unpack[s.WebhookQuery]) -> Page[s.WebhookRow]:
        """Where the merchant wants to be told of what happens: one page."""
        return self._transport.page("/v1/payin/webhooks", query)


class BatchLines:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def every(self, **query: Unpack[s.BatchLineQuery]) -> Iterator[s.BatchLineRow]:
        """Lines of batches: what each would pay, what is wrong with it, and what became of it: every row, page after page."""
        return self._transport.every("/v1/payouts/batch-lines", query)

    def list(self, **query: Unpack[s.BatchLineQuery]) -> Page[s.BatchLineRow]:
        """Lines of batches: what each would pay, what is wrong with it, and what became of it: one page."""
        return self._transport.page("/v1/payouts/batch-lines", query)


class Batches:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.PasteBatchInput, *, idempotency_key: str | None = None) -> s.PayoutBatch:
        """Bring a table of payments as text, with its headings."""
        return self._transport.call("POST", "/v1/payouts/batch-tables", body=body, key=idempotency_key)

    def get(self, id: str) -> s.PayoutBatchRecord:
        """One batch: its plan with the exceptions, and how far its payouts are."""
        return self._transport.call("GET", f"/v1/payouts/batches/{one(id)}")


class Payments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.BroughtPaymentInput, *, idempotency_key: str | None = None) -> s.PayoutBatch:
        """Bring a payment, which leaves once a person submits it."""
        return self._transport.call("POST", "/v1/payouts/brought-payments", body=body, key=idempotency_key)

    def get(self, id: str) -> s.PaymentRecord:
        """One payment: its orders at the bank, returns, ledger entries, timeline."""
        return self._transport.call("GET", f"/v1/payouts/payments/{one(id)}")


class PayoutReturns:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def every(self, **query: Unpack[s.PayoutReturnQuery]) -> Iterator[s.PayoutReturnRow]:
        """What came back of payments: every row, page after page."""
        return self._transport.every("/v1/payouts/returns", query)

    def list(self, **query: Unpack[s.PayoutReturnQuery]) -> Page[s.PayoutReturnRow]:
        """What came back of payments: one page."""
        return self._transport.page("/v1/payouts/returns", query)


class RecurringCharges:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def calendar(self, *, month: str | None = None) -> list[s.CalendarDay]:
        """What is due on each day of a month, and what of it came in."""
        return self._transport.call("GET", "/v1/pix/calendar", query={"month": month})

    def get(self, id: str) -> s.RecurringChargeRecord:
        """The charge of one cycle: attempts, ledger entries, timeline, words with the provider."""
        return self._transport.call("GET", f"/v1/pix/charges/{one(id)}")

    def archived_messages(self, id: str) -> s.ArchivedMessages:
        """What was said with the provider, from the archive (recurring charge)."""
        return self._transport.call("GET", f"/v1/pix/charges/{one(id)}/archived-messages")

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> s.RecurringCharge:
        """Withdraw the charge of a cycle before its first attempt."""
        return self._transport.call("POST", f"/v1/pix/charges/{one(id)}/cancel", key=idempotency_key)

    def refund(
        self, id: str, body: s.RecurringRefundInput, *, idempotency_key: str | None = None
    ) -> s.Refund | s.Awaiting:
        """Refund what the charge of a cycle brought in, in part or in full."""
        return self._transport.call("POST", f"/v1/pix/charges/{one(id)}/refunds", body=body, key=idempotency_key)

    def retry(self, id: str, body: s.RecurrencesRetryInput, *, idempotency_key: str | None = None) -> s.RecurringCharge:
        """Try the charge of a cycle again on another day."""
        return self._transport.call("POST", f"/v1/pix/charges/{one(id)}/retry", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.RecurringChargeQuery]) -> Iterator[s.RecurringChargeRow]:
        """The charges of the cycles of recurrences: every row, page after page."""
        return self._transport.every("/v1/pix/charges", query)

    def list(self, **query: Unpack[s.RecurringChargeQuery]) -> Page[s.RecurringChargeRow]:
        """The charges of the cycles of recurrences: one page."""
        return self._transport.page("/v1/pix/charges", query)


class Calls:
    """``transport`` carries them."""

    def __init__(self, transport: Transport) -> None:
        self.checkout = Checkout(transport)
        self.charges = Charges(transport)
        self.checkout_key = CheckoutKey(transport)
        self.recipients = Recipients(transport)
        self.recurrences = Recurrences(transport)
        self.split_rules = SplitRules(transport)
        self.webhook_deliveries = WebhookDeliveries(transport)
        self.webhooks = Webhooks(transport)
        self.batch_lines = BatchLines(transport)
        self.batches = Batches(transport)
        self.payments = Payments(transport)
        self.payout_returns = PayoutReturns(transport)
        self.recurring_charges = RecurringCharges(transport)
