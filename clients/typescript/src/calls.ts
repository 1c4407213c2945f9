/** A method for each call of the API. Written by `make generate` from the merchants' contract; not edited by hand. */

import type * as s from './shapes.ts'
import { one, type Once, type Page, type Transport } from './transport.ts'

export class Checkout {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The state of a charge, for a payer's page. */
  charge(id: string, query: { key: string }): Promise<s.PublicCharge> {
    return this.#transport.call('GET', `/v1/checkout/charges/${one(id)}`, { query })
  }

  /** The charge of a payment link, for its page. */
  link(token: string): Promise<s.PublicCharge> {
    return this.#transport.call('GET', `/v1/checkout/links/${one(token)}`)
  }
}

export class Charges {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Charges and their outcome: one page. */
  list(query: s.ChargeQuery = {}): Promise<Page<s.ChargeRow>> {
    return this.#transport.page('/v1/payin/charges', query)
  }

  /** Charges and their outcome: every row, page after page. */
  every(query: s.ChargeQuery = {}): AsyncGenerator<s.ChargeRow> {
    return this.#transport.every('/v1/payin/charges', query)
  }

  /** Create a Pix charge. */
  create(body: s.ChargeInput, once: Once = {}): Promise<s.Charge> {
    return this.#transport.call('POST', '/v1/payin/charges', { body, once })
  }

  /** One charge: payments, refunds, ledger entries, timeline, provider messages. */
  get(id: string): Promise<s.ChargeRecord> {
    return this.#transport.call('GET', `/v1/payin/charges/${one(id)}`)
  }

  /** Cancel an unpaid charge. */
  cancel(id: string, once: Once = {}): Promise<s.Charge> {
    return this.#transport.call('POST', `/v1/payin/charges/${one(id)}/cancel`, { once })
  }

  /** Refund a charge in part or in full. */
  refund(id: string, body: s.RefundInput = {}, once: Once = {}): Promise<s.Refund | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/charges/${one(id)}/refunds`, { body, once })
  }
}

export class CheckoutKey {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The merchant's publishable key, and the pages it may be used from. */
  get(): Promise<s.CheckoutKey> {
    return this.#transport.call('GET', '/v1/payin/checkout-key')
  }

  /** Create a publishable key, replacing the current one. */
  create(once: Once = {}): Promise<s.CheckoutKey> {
    return this.#transport.call('POST', '/v1/payin/checkout-key', { once })
  }

  /** Set the pages that may use the publishable key. */
  change(body: s.OriginsInput, once: Once = {}): Promise<s.CheckoutKey> {
    return this.#transport.call('PUT', '/v1/payin/checkout-key', { body, once })
  }
}

export class Recipients {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Recipients of parts of a merchant's payments, and their balances: one page. */
  list(query: s.RecipientQuery = {}): Promise<Page<s.RecipientRow>> {
    return this.#transport.page('/v1/payin/recipients', query)
  }

  /** Recipients of parts of a merchant's payments, and their balances: every row, page after page. */
  every(query: s.RecipientQuery = {}): AsyncGenerator<s.RecipientRow> {
    return this.#transport.every('/v1/payin/recipients', query)
  }

  /** Add a recipient and the account it is paid out to. */
  create(body: s.RecipientInput, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', '/v1/payin/recipients', { body, once })
  }

  /** One recipient: balance, shares, payouts, ledger entries, timeline. */
  get(id: string): Promise<s.RecipientRecord> {
    return this.#transport.call('GET', `/v1/payin/recipients/${one(id)}`)
  }

  /** Change a recipient's name or account. */
  change(id: string, body: s.RecipientChange = {}, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/change`, { body, once })
  }

  /** Pay a recipient out to its own account. */
  payOut(id: string, body: s.PayOutInput, once: Once = {}): Promise<s.Transfer | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/payouts`, { body, once })
  }

  /** Reactivate a suspended recipient. */
  reactivate(id: string, body: s.ReasonInput, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/reactivate`, { body, once })
  }

  /** Suspend a recipient: no new charge may name it, and nothing is paid out to it. */
  suspend(id: string, body: s.ReasonInput, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/suspend`, { body, once })
  }
}

export class Recurrences {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Recurrences: payers' standing authorisations: one page. */
  list(query: s.RecurrenceQuery = {}): Promise<Page<s.RecurrenceRow>> {
    return this.#transport.page('/v1/payin/recurrences', query)
  }

  /** Recurrences: payers' standing authorisations: every row, page after page. */
  every(query: s.RecurrenceQuery = {}): AsyncGenerator<s.RecurrenceRow> {
    return this.#transport.every('/v1/payin/recurrences', query)
  }

  /** Ask a payer to authorise recurring charges. */
  create(body: s.RecurrenceInput, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', '/v1/payin/recurrences', { body, once })
  }

  /** One recurrence: requests, charges, timeline, provider messages. */
  get(id: string): Promise<s.RecurrenceRecord> {
    return this.#transport.call('GET', `/v1/payin/recurrences/${one(id)}`)
  }

  /** Provider messages from the archive (recurrence). */
  archivedMessages(id: string): Promise<s.ArchivedMessages> {
    return this.#transport.call('GET', `/v1/payin/recurrences/${one(id)}/archived-messages`)
  }

  /** End a recurrence. */
  cancel(id: string, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/cancel`, { once })
  }

  /** Create the charge of a cycle. */
  charge(id: string, body: s.RecurringChargeInput, once: Once = {}): Promise<s.RecurringCharge> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/charges`, { body, once })
  }

  /** Move a recurrence to a new location; its earlier code stops working. */
  changeCode(id: string, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/code`, { once })
  }

  /** QR code of a recurrence (image/png). */
  qrCode(id: string): Promise<Uint8Array> {
    return this.#transport.picture('GET', `/v1/payin/recurrences/${one(id)}/qr.png`)
  }

  /** Ask the payer's bank to show a recurrence to the payer. */
  request(id: string, body: s.RequestInput, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/requests`, { body, once })
  }

  /** Withdraw the request that awaits the payer. */
  cancelRequest(id: string, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/requests/cancel`, { once })
  }

  /** Change the day on which a recurrence starts. */
  start(id: string, body: s.StartInput, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/start`, { body, once })
  }
}

export class SplitRules {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Saved splits: one page. */
  list(query: s.SplitRuleQuery = {}): Promise<Page<s.SplitRuleRow>> {
    return this.#transport.page('/v1/payin/split-rules', query)
  }

  /** Saved splits: every row, page after page. */
  every(query: s.SplitRuleQuery = {}): AsyncGenerator<s.SplitRuleRow> {
    return this.#transport.every('/v1/payin/split-rules', query)
  }

  /** Save a split under a name. */
  create(body: s.SplitRuleInput, once: Once = {}): Promise<s.SplitRule> {
    return this.#transport.call('POST', '/v1/payin/split-rules', { body, once })
  }

  /** One saved split, with its parts. */
  get(id: string): Promise<s.SplitRule> {
    return this.#transport.call('GET', `/v1/payin/split-rules/${one(id)}`)
  }

  /** Delete a saved split; charges keep theirs. */
  remove(id: string, once: Once = {}): Promise<s.SplitRule> {
    return this.#transport.call('POST', `/v1/payin/split-rules/${one(id)}/remove`, { once })
  }
}

export class WebhookDeliveries {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Webhook deliveries to the merchants' servers, and their outcome: one page. */
  list(query: s.WebhookDeliveryQuery = {}): Promise<Page<s.WebhookDeliveryRow>> {
    return this.#transport.page('/v1/payin/webhook-deliveries', query)
  }

  /** Webhook deliveries to the merchants' servers, and their outcome: every row, page after page. */
  every(query: s.WebhookDeliveryQuery = {}): AsyncGenerator<s.WebhookDeliveryRow> {
    return this.#transport.every('/v1/payin/webhook-deliveries', query)
  }

  /** One delivery: what was sent, and every attempt. */
  get(id: string): Promise<s.DeliveryRecord> {
    return this.#transport.call('GET', `/v1/payin/webhook-deliveries/${one(id)}`)
  }

  /** Send one delivery again. */
  replay(id: string, once: Once = {}): Promise<s.Delivery> {
    return this.#transport.call('POST', `/v1/payin/webhook-deliveries/${one(id)}/replay`, { once })
  }
}

export class Webhooks {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Webhook endpoints of the merchant: one page. */
  list(query: s.WebhookQuery = {}): Promise<Page<s.WebhookRow>> {
    return this.#transport.page('/v1/payin/webhooks', query)
  }

  /** Webhook endpoints of the merchant: every row, page after page. */
  every(query: s.WebhookQuery = {}): AsyncGenerator<s.WebhookRow> {
    return this.#transport.every('/v1/payin/webhooks', query)
  }

  /** Add a webhook endpoint; its secret is shown only this once. */
  create(body: s.EndpointInput, once: Once = {}): Promise<s.EndpointWithSecret> {
    return this.#transport.call('POST', '/v1/payin/webhooks', { body, once })
  }

  /** Delete an endpoint and its deliveries. */
  remove(id: string, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('DELETE', `/v1/payin/webhooks/${one(id)}`, { once })
  }

  /** One webhook endpoint with its newest deliveries. */
  get(id: string): Promise<s.EndpointRecord> {
    return this.#transport.call('GET', `/v1/payin/webhooks/${one(id)}`)
  }

  /** Change an endpoint's address and events. */
  change(id: string, body: s.EndpointInput, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('PUT', `/v1/payin/webhooks/${one(id)}`, { body, once })
  }

  /** Disable an endpoint; events are kept meanwhile. */
  disable(id: string, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/disable`, { once })
  }

  /** Enable an endpoint. */
  enable(id: string, body: s.EnableInput = {}, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/enable`, { body, once })
  }

  /** Resend the deliveries of an endpoint from a period. */
  replay(id: string, body: s.ReplayInput, once: Once = {}): Promise<s.Replayed> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/replay`, { body, once })
  }

  /** Rotate an endpoint's secret; both secrets sign until the grace period ends. */
  rotate(id: string, body: s.WebhooksRotateInput, once: Once = {}): Promise<s.EndpointWithSecret> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/rotate`, { body, once })
  }

  /** Send a test event to an endpoint. */
  test(id: string, once: Once = {}): Promise<s.Delivery> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/test`, { once })
  }
}

export class BatchLines {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lines of batches: what each would pay, its problems, and its outcome: one page. */
  list(query: s.BatchLineQuery = {}): Promise<Page<s.BatchLineRow>> {
    return this.#transport.page('/v1/payouts/batch-lines', query)
  }

  /** Lines of batches: what each would pay, its problems, and its outcome: every row, page after page. */
  every(query: s.BatchLineQuery = {}): AsyncGenerator<s.BatchLineRow> {
    return this.#transport.every('/v1/payouts/batch-lines', query)
  }
}

export class Batches {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Bring a table of payments as text, headings included. */
  create(body: s.PasteBatchInput, once: Once = {}): Promise<s.PayoutBatch> {
    return this.#transport.call('POST', '/v1/payouts/batch-tables', { body, once })
  }

  /** One batch: its plan with the exceptions, and the progress of its payouts. */
  get(id: string): Promise<s.PayoutBatchRecord> {
    return this.#transport.call('GET', `/v1/payouts/batches/${one(id)}`)
  }
}

export class Payments {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Bring a payment, which leaves once a person submits it. */
  create(body: s.BroughtPaymentInput, once: Once = {}): Promise<s.PayoutBatch> {
    return this.#transport.call('POST', '/v1/payouts/brought-payments', { body, once })
  }

  /** One payment: its bank orders, returns, ledger entries, timeline. */
  get(id: string): Promise<s.PaymentRecord> {
    return this.#transport.call('GET', `/v1/payouts/payments/${one(id)}`)
  }
}

export class PayoutReturns {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns of payments: one page. */
  list(query: s.PayoutReturnQuery = {}): Promise<Page<s.PayoutReturnRow>> {
    return this.#transport.page('/v1/payouts/returns', query)
  }

  /** Returns of payments: every row, page after page. */
  every(query: s.PayoutReturnQuery = {}): AsyncGenerator<s.PayoutReturnRow> {
    return this.#transport.every('/v1/payouts/returns', query)
  }
}

export class RecurringCharges {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What is due on each day of a month, and what has been paid. */
  calendar(query: { month?: string } = {}): Promise<s.CalendarDay[]> {
    return this.#transport.call('GET', '/v1/pix/calendar', { query })
  }

  /** Charges of recurring cycles: one page. */
  list(query: s.RecurringChargeQuery = {}): Promise<Page<s.RecurringChargeRow>> {
    return this.#transport.page('/v1/pix/charges', query)
  }

  /** Charges of recurring cycles: every row, page after page. */
  every(query: s.RecurringChargeQuery = {}): AsyncGenerator<s.RecurringChargeRow> {
    return this.#transport.every('/v1/pix/charges', query)
  }

  /** The charge of one cycle: attempts, ledger entries, timeline, provider messages. */
  get(id: string): Promise<s.RecurringChargeRecord> {
    return this.#transport.call('GET', `/v1/pix/charges/${one(id)}`)
  }

  /** Provider messages from the archive (recurring charge). */
  archivedMessages(id: string): Promise<s.ArchivedMessages> {
    return this.#transport.call('GET', `/v1/pix/charges/${one(id)}/archived-messages`)
  }

  /** Cancel the charge of a cycle before its first attempt. */
  cancel(id: string, once: Once = {}): Promise<s.RecurringCharge> {
    return this.#transport.call('POST', `/v1/pix/charges/${one(id)}/cancel`, { once })
  }

  /** Refund the charge of a cycle, in part or in full. */
  refund(id: string, body: s.RecurringRefundInput, once: Once = {}): Promise<s.Refund | s.Awaiting> {
    return this.#transport.call('POST', `/v1/pix/charges/${one(id)}/refunds`, { body, once })
  }

  /** Retry the charge of a cycle on another day. */
  retry(id: string, body: s.RecurrencesRetryInput, once: Once = {}): Promise<s.RecurringCharge> {
    return this.#transport.call('POST', `/v1/pix/charges/${one(id)}/retry`, { body, once })
  }
}

export class Calls {
  readonly checkout: Checkout
  readonly charges: Charges
  readonly checkoutKey: CheckoutKey
  readonly recipients: Recipients
  readonly recurrences: Recurrences
  readonly splitRules: SplitRules
  readonly webhookDeliveries: WebhookDeliveries
  readonly webhooks: Webhooks
  readonly batchLines: BatchLines
  readonly batches: Batches
  readonly payments: Payments
  readonly payoutReturns: PayoutReturns
  readonly recurringCharges: RecurringCharges

  constructor(transport: Transport) {
    this.checkout = new Checkout(transport)
    this.charges = new Charges(transport)
    this.checkoutKey = new CheckoutKey(transport)
    this.recipients = new Recipients(transport)
    this.recurrences = new Recurrences(transport)
    this.splitRules = new SplitRules(transport)
    this.webhookDeliveries = new WebhookDeliveries(transport)
    this.webhooks = new Webhooks(transport)
    this.batchLines = new BatchLines(transport)
    this.batches = new Batches(transport)
    this.payments = new Payments(transport)
    this.payoutReturns = new PayoutReturns(transport)
    this.recurringCharges = new RecurringCharges(transport)
  }
}
