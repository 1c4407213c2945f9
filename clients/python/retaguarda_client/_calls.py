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
        """The state of a charge, for a payer's page."""
        return self._transport.call("GET", f"/v1/checkout/charges/{one(id)}", query={"key": key})

    def link(self, token: str) -> s.PublicCharge:
        """The charge of a payment link, for its page."""
        return self._transport.call("GET", f"/v1/checkout/links/{one(token)}")


class Charges:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.ChargeInput, *, idempotency_key: str | None = None) -> s.Charge:
        """Create a Pix charge."""
        return self._transport.call("POST", "/v1/payin/charges", body=body, key=idempotency_key)

    def get(self, id: str) -> s.ChargeRecord:
        """One charge: payments, refunds, ledger entries, timeline, provider messages."""
        return self._transport.call("GET", f"/v1/payin/charges/{one(id)}")

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> s.Charge:
        """Cancel an unpaid charge."""
        return self._transport.call("POST", f"/v1/payin/charges/{one(id)}/cancel", key=idempotency_key)

    def refund(
        self, id: str, body: s.RefundInput | None = None, *, idempotency_key: str | None = None
    ) -> s.Refund | s.Awaiting:
        """Refund a charge in part or in full."""
        return self._transport.call("POST", f"/v1/payin/charges/{one(id)}/refunds", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.ChargeQuery]) -> Iterator[s.ChargeRow]:
        """Charges and their outcome: every row, page after page."""
        return self._transport.every("/v1/payin/charges", query)

    def list(self, **query: Unpack[s.ChargeQuery]) -> Page[s.ChargeRow]:
        """Charges and their outcome: one page."""
        return self._transport.page("/v1/payin/charges", query)


class CheckoutKey:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> s.CheckoutKey:
        """The merchant's publishable key, and the pages it may be used from."""
        return self._transport.call("GET", "/v1/payin/checkout-key")

    def create(self, *, idempotency_key: str | None = None) -> s.CheckoutKey:
        """Create a publishable key, replacing the current one."""
        return self._transport.call("POST", "/v1/payin/checkout-key", key=idempotency_key)

    def change(self, body: s.OriginsInput, *, idempotency_key: str | None = None) -> s.CheckoutKey:
        """Set the pages that may use the publishable key."""
        return self._transport.call("PUT", "/v1/payin/checkout-key", body=body, key=idempotency_key)


class Recipients:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.RecipientInput, *, idempotency_key: str | None = None) -> s.Recipient | s.Awaiting:
        """Add a recipient and the account it is paid out to."""
        return self._transport.call("POST", "/v1/payin/recipients", body=body, key=idempotency_key)

    def get(self, id: str) -> s.RecipientRecord:
        """One recipient: balance, shares, payouts, ledger entries, timeline."""
        return self._transport.call("GET", f"/v1/payin/recipients/{one(id)}")

    def change(
        self, id: str, body: s.RecipientChange | None = None, *, idempotency_key: str | None = None
    ) -> s.Recipient | s.Awaiting:
        """Change a recipient's name or account."""
        return self._transport.call("POST", f"/v1/payin/recipients/{one(id)}/change", body=body, key=idempotency_key)

    def pay_out(self, id: str, body: s.PayOutInput, *, idempotency_key: str | None = None) -> s.Transfer | s.Awaiting:
        """Pay a recipient out to its own account."""
        return self._transport.call("POST", f"/v1/payin/recipients/{one(id)}/payouts", body=body, key=idempotency_key)

    def reactivate(
        self, id: str, body: s.ReasonInput, *, idempotency_key: str | None = None
    ) -> s.Recipient | s.Awaiting:
        """Reactivate a suspended recipient."""
        return self._transport.call(
            "POST", f"/v1/payin/recipients/{one(id)}/reactivate", body=body, key=idempotency_key
        )

    def suspend(self, id: str, body: s.ReasonInput, *, idempotency_key: str | None = None) -> s.Recipient | s.Awaiting:
        """Suspend a recipient: no new charge may name it, and nothing is paid out to it."""
        return self._transport.call("POST", f"/v1/payin/recipients/{one(id)}/suspend", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.RecipientQuery]) -> Iterator[s.RecipientRow]:
        """Recipients of parts of a merchant's payments, and their balances: every row, page after page."""
        return self._transport.every("/v1/payin/recipients", query)

    def list(self, **query: Unpack[s.RecipientQuery]) -> Page[s.RecipientRow]:
        """Recipients of parts of a merchant's payments, and their balances: one page."""
        return self._transport.page("/v1/payin/recipients", query)


class Recurrences:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.RecurrenceInput, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Ask a payer to authorise recurring charges."""
        return self._transport.call("POST", "/v1/payin/recurrences", body=body, key=idempotency_key)

    def get(self, id: str) -> s.RecurrenceRecord:
        """One recurrence: requests, charges, timeline, provider messages."""
        return self._transport.call("GET", f"/v1/payin/recurrences/{one(id)}")

    def archived_messages(self, id: str) -> s.ArchivedMessages:
        """Provider messages from the archive (recurrence)."""
        return self._transport.call("GET", f"/v1/payin/recurrences/{one(id)}/archived-messages")

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> s.Recurrence:
        """End a recurrence."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/cancel", key=idempotency_key)

    def charge(self, id: str, body: s.RecurringChargeInput, *, idempotency_key: str | None = None) -> s.RecurringCharge:
        """Create the charge of a cycle."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/charges", body=body, key=idempotency_key)

    def change_code(self, id: str, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Move a recurrence to a new location; its earlier code stops working."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/code", key=idempotency_key)

    def qr_code(self, id: str) -> bytes:
        """QR code of a recurrence (image/png)."""
        return self._transport.picture("GET", f"/v1/payin/recurrences/{one(id)}/qr.png")

    def request(self, id: str, body: s.RequestInput, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Ask the payer's bank to show a recurrence to the payer."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/requests", body=body, key=idempotency_key)

    def cancel_request(self, id: str, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Withdraw the request that awaits the payer."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/requests/cancel", key=idempotency_key)

    def start(self, id: str, body: s.StartInput, *, idempotency_key: str | None = None) -> s.Recurrence:
        """Change the day on which a recurrence starts."""
        return self._transport.call("POST", f"/v1/payin/recurrences/{one(id)}/start", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.RecurrenceQuery]) -> Iterator[s.RecurrenceRow]:
        """Recurrences: payers' standing authorisations: every row, page after page."""
        return self._transport.every("/v1/payin/recurrences", query)

    def list(self, **query: Unpack[s.RecurrenceQuery]) -> Page[s.RecurrenceRow]:
        """Recurrences: payers' standing authorisations: one page."""
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
        """Delete a saved split; charges keep theirs."""
        return self._transport.call("POST", f"/v1/payin/split-rules/{one(id)}/remove", key=idempotency_key)

    def every(self, **query: Unpack[s.SplitRuleQuery]) -> Iterator[s.SplitRuleRow]:
        """Saved splits: every row, page after page."""
        return self._transport.every("/v1/payin/split-rules", query)

    def list(self, **query: Unpack[s.SplitRuleQuery]) -> Page[s.SplitRuleRow]:
        """Saved splits: one page."""
        return self._transport.page("/v1/payin/split-rules", query)


class WebhookDeliveries:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, id: str) -> s.DeliveryRecord:
        """One delivery: what was sent, and every attempt."""
        return self._transport.call("GET", f"/v1/payin/webhook-deliveries/{one(id)}")

    def replay(self, id: str, *, idempotency_key: str | None = None) -> s.Delivery:
        """Send one delivery again."""
        return self._transport.call("POST", f"/v1/payin/webhook-deliveries/{one(id)}/replay", key=idempotency_key)

    def every(self, **query: Unpack[s.WebhookDeliveryQuery]) -> Iterator[s.WebhookDeliveryRow]:
        """Webhook deliveries to the merchants' servers, and their outcome: every row, page after page."""
        return self._transport.every("/v1/payin/webhook-deliveries", query)

    def list(self, **query: Unpack[s.WebhookDeliveryQuery]) -> Page[s.WebhookDeliveryRow]:
        """Webhook deliveries to the merchants' servers, and their outcome: one page."""
        return self._transport.page("/v1/payin/webhook-deliveries", query)


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.EndpointInput, *, idempotency_key: str | None = None) -> s.EndpointWithSecret:
        """Add a webhook endpoint; its secret is shown only this once."""
        return self._transport.call("POST", "/v1/payin/webhooks", body=body, key=idempotency_key)

    def remove(self, id: str, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Delete an endpoint and its deliveries."""
        return self._transport.call("DELETE", f"/v1/payin/webhooks/{one(id)}", key=idempotency_key)

    def get(self, id: str) -> s.EndpointRecord:
        """One webhook endpoint with its newest deliveries."""
        return self._transport.call("GET", f"/v1/payin/webhooks/{one(id)}")

    def change(self, id: str, body: s.EndpointInput, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Change an endpoint's address and events."""
        return self._transport.call("PUT", f"/v1/payin/webhooks/{one(id)}", body=body, key=idempotency_key)

    def disable(self, id: str, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Disable an endpoint; events are kept meanwhile."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/disable", key=idempotency_key)

    def enable(self, id: str, body: s.EnableInput | None = None, *, idempotency_key: str | None = None) -> s.Endpoint:
        """Enable an endpoint."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/enable", body=body, key=idempotency_key)

    def replay(self, id: str, body: s.ReplayInput, *, idempotency_key: str | None = None) -> s.Replayed:
        """Resend the deliveries of an endpoint from a period."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/replay", body=body, key=idempotency_key)

    def rotate(
        self, id: str, body: s.WebhooksRotateInput, *, idempotency_key: str | None = None
    ) -> s.EndpointWithSecret:
        """Rotate an endpoint's secret; both secrets sign until the grace period ends."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/rotate", body=body, key=idempotency_key)

    def test(self, id: str, *, idempotency_key: str | None = None) -> s.Delivery:
        """Send a test event to an endpoint."""
        return self._transport.call("POST", f"/v1/payin/webhooks/{one(id)}/test", key=idempotency_key)

    def every(self, **query: Unpack[s.WebhookQuery]) -> Iterator[s.WebhookRow]:
        """Webhook endpoints of the merchant: every row, page after page."""
        return self._transport.every("/v1/payin/webhooks", query)

    def list(self, **query: Unpack[s.WebhookQuery]) -> Page[s.WebhookRow]:
        """Webhook endpoints of the merchant: one page."""
        return self._transport.page("/v1/payin/webhooks", query)


class BatchLines:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def every(self, **query: Unpack[s.BatchLineQuery]) -> Iterator[s.BatchLineRow]:
        """Lines of batches: what each would pay, its problems, and its outcome: every row, page after page."""
        return self._transport.every("/v1/payouts/batch-lines", query)

    def list(self, **query: Unpack[s.BatchLineQuery]) -> Page[s.BatchLineRow]:
        """Lines of batches: what each would pay, its problems, and its outcome: one page."""
        return self._transport.page("/v1/payouts/batch-lines", query)


class Batches:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.PasteBatchInput, *, idempotency_key: str | None = None) -> s.PayoutBatch:
        """Bring a table of payments as text, headings included."""
        return self._transport.call("POST", "/v1/payouts/batch-tables", body=body, key=idempotency_key)

    def get(self, id: str) -> s.PayoutBatchRecord:
        """One batch: its plan with the exceptions, and the progress of its payouts."""
        return self._transport.call("GET", f"/v1/payouts/batches/{one(id)}")


class Payments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: s.BroughtPaymentInput, *, idempotency_key: str | None = None) -> s.PayoutBatch:
        """Bring a payment, which leaves once a person submits it."""
        return self._transport.call("POST", "/v1/payouts/brought-payments", body=body, key=idempotency_key)

    def get(self, id: str) -> s.PaymentRecord:
        """One payment: its bank orders, returns, ledger entries, timeline."""
        return self._transport.call("GET", f"/v1/payouts/payments/{one(id)}")


class PayoutReturns:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def every(self, **query: Unpack[s.PayoutReturnQuery]) -> Iterator[s.PayoutReturnRow]:
        """Returns of payments: every row, page after page."""
        return self._transport.every("/v1/payouts/returns", query)

    def list(self, **query: Unpack[s.PayoutReturnQuery]) -> Page[s.PayoutReturnRow]:
        """Returns of payments: one page."""
        return self._transport.page("/v1/payouts/returns", query)


class RecurringCharges:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def calendar(self, *, month: str | None = None) -> list[s.CalendarDay]:
        """What is due on each day of a month, and what has been paid."""
        return self._transport.call("GET", "/v1/pix/calendar", query={"month": month})

    def get(self, id: str) -> s.RecurringChargeRecord:
        """The charge of one cycle: attempts, ledger entries, timeline, provider messages."""
        return self._transport.call("GET", f"/v1/pix/charges/{one(id)}")

    def archived_messages(self, id: str) -> s.ArchivedMessages:
        """Provider messages from the archive (recurring charge)."""
        return self._transport.call("GET", f"/v1/pix/charges/{one(id)}/archived-messages")

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> s.RecurringCharge:
        """Cancel the charge of a cycle before its first attempt."""
        return self._transport.call("POST", f"/v1/pix/charges/{one(id)}/cancel", key=idempotency_key)

    def refund(
        self, id: str, body: s.RecurringRefundInput, *, idempotency_key: str | None = None
    ) -> s.Refund | s.Awaiting:
        """Refund the charge of a cycle, in part or in full."""
        return self._transport.call("POST", f"/v1/pix/charges/{one(id)}/refunds", body=body, key=idempotency_key)

    def retry(self, id: str, body: s.RecurrencesRetryInput, *, idempotency_key: str | None = None) -> s.RecurringCharge:
        """Retry the charge of a cycle on another day."""
        return self._transport.call("POST", f"/v1/pix/charges/{one(id)}/retry", body=body, key=idempotency_key)

    def every(self, **query: Unpack[s.RecurringChargeQuery]) -> Iterator[s.RecurringChargeRow]:
        """Charges of recurring cycles: every row, page after page."""
        return self._transport.every("/v1/pix/charges", query)

    def list(self, **query: Unpack[s.RecurringChargeQuery]) -> Page[s.RecurringChargeRow]:
        """Charges of recurring cycles: one page."""
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
