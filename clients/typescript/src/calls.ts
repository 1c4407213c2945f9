/** A method for each call of the API. Written by `make generate` from the merchants' contract; not edited by hand. */

import type * as s from './shapes.ts'
import { one, type Once, type Page, type Transport } from './transport.ts'

export class Checkout {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What a payer's page is told of a charge. */
  charge(id: string, query: { key: string }): Promise<s.PublicCharge> {
    return this.#transport.call('GET', `/v1/checkout/charges/${one(id)}`, { query })
  }

  /** What the page of a payment link is told of its charge. */
  link(token: string): Promise<s.PublicCharge> {
    return this.#transport.call('GET', `/v1/checkout/links/${one(token)}`)
  }
}

export class Charges {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Charges and what became of them: one page. */
  list(query: s.ChargeQuery = {}): Promise<Page<s.ChargeRow>> {
    return this.#transport.page('/v1/payin/charges', query)
  }

  /** Charges and what became of them: every row, page after page. */
  every(query: s.ChargeQuery = {}): AsyncGenerator<s.ChargeRow> {
    return this.#transport.every('/v1/payin/charges', query)
  }

  /** Ask for a payment with Pix. */
  create(body: s.ChargeInput, once: Once = {}): Promise<s.Charge> {
    return this.#transport.call('POST', '/v1/payin/charges', { body, once })
  }

  /** One charge: payments, refunds, ledger entries, timeline, words with the provider. */
  get(id: string): Promise<s.ChargeRecord> {
    return this.#transport.call('GET', `/v1/payin/charges/${one(id)}`)
  }

  /** Withdraw a charge that is not paid. */
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

  /** The merchant's publishable key, and the pages it works from. */
  get(): Promise<s.CheckoutKey> {
    return this.#transport.call('GET', '/v1/payin/checkout-key')
  }

  /** Make a publishable key, in place of the one before. */
  create(once: Once = {}): Promise<s.CheckoutKey> {
    return this.#transport.call('POST', '/v1/payin/checkout-key', { once })
  }

  /** Say from which pages the publishable key works. */
  change(body: s.OriginsInput, once: Once = {}): Promise<s.CheckoutKey> {
    return this.#transport.call('PUT', '/v1/payin/checkout-key', { body, once })
  }
}

export class Recipients {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Who gets parts of a merchant's payments, and what they have: one page. */
  list(query: s.RecipientQuery = {}): Promise<Page<s.RecipientRow>> {
    return this.#transport.page('/v1/payin/recipients', query)
  }

  /** Who gets parts of a merchant's payments, and what they have: every row, page after page. */
  every(query: s.RecipientQuery = {}): AsyncGenerator<s.RecipientRow> {
    return this.#transport.every('/v1/payin/recipients', query)
  }

  /** Add a recipient, and where it is paid out to. */
  create(body: s.RecipientInput, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', '/v1/payin/recipients', { body, once })
  }

  /** One recipient: what it has, its shares, payouts, ledger entries, timeline. */
  get(id: string): Promise<s.RecipientRecord> {
    return this.#transport.call('GET', `/v1/payin/recipients/${one(id)}`)
  }

  /** Change the name of a recipient, or where it is paid out to. */
  change(id: string, body: s.RecipientChange = {}, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/change`, { body, once })
  }

  /** Pay a recipient out to its own account. */
  payOut(id: string, body: s.PayOutInput, once: Once = {}): Promise<s.Transfer | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/payouts`, { body, once })
  }

  /** Let a suspended recipient take part again. */
  reactivate(id: string, body: s.ReasonInput, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/reactivate`, { body, once })
  }

  /** Suspend a recipient: no new charge names it, and nothing is paid out to it. */
  suspend(id: string, body: s.ReasonInput, once: Once = {}): Promise<s.Recipient | s.Awaiting> {
    return this.#transport.call('POST', `/v1/payin/recipients/${one(id)}/suspend`, { body, once })
  }
}

export class Recurrences {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What payers agreed to pay again and again: one page. */
  list(query: s.RecurrenceQuery = {}): Promise<Page<s.RecurrenceRow>> {
    return this.#transport.page('/v1/payin/recurrences', query)
  }

  /** What payers agreed to pay again and again: every row, page after page. */
  every(query: s.RecurrenceQuery = {}): AsyncGenerator<s.RecurrenceRow> {
    return this.#transport.every('/v1/payin/recurrences', query)
  }

  /** Ask a payer to agree to charges that repeat. */
  create(body: s.RecurrenceInput, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', '/v1/payin/recurrences', { body, once })
  }

  /** One recurrence: requests, charges, timeline, words with the provider. */
  get(id: string): Promise<s.RecurrenceRecord> {
    return this.#transport.call('GET', `/v1/payin/recurrences/${one(id)}`)
  }

  /** What was said with the provider, from the archive (recurrence). */
  archivedMessages(id: string): Promise<s.ArchivedMessages> {
    return this.#transport.call('GET', `/v1/payin/recurrences/${one(id)}/archived-messages`)
  }

  /** End a recurrence. */
  cancel(id: string, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/cancel`, { once })
  }

  /** Ask for the payment of a cycle. */
  charge(id: string, body: s.RecurringChargeInput, once: Once = {}): Promise<s.RecurringCharge> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/charges`, { body, once })
  }

  /** Offer a recurrence at another location: the code before leads nowhere any more. */
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

  /** Withdraw the request that waits for the payer. */
  cancelRequest(id: string, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/requests/cancel`, { once })
  }

  /** Let a recurrence begin on another day. */
  start(id: string, body: s.StartInput, once: Once = {}): Promise<s.Recurrence> {
    return this.#transport.call('POST', `/v1/payin/recurrences/${one(id)}/start`, { body, once })
  }
}

export class SplitRules {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Splits saved under a name: one page. */
  list(query: s.SplitRuleQuery = {}): Promise<Page<s.SplitRuleRow>> {
    return this.#transport.page('/v1/payin/split-rules', query)
  }

  /** Splits saved under a name: every row, page after page. */
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

  /** Take a saved split away; charges keep theirs. */
  remove(id: string, once: Once = {}): Promise<s.SplitRule> {
    return this.#transport.call('POST', `/v1/payin/split-rules/${one(id)}/remove`, { once })
  }
}

export class WebhookDeliveries {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What was told to the merchants' servers, and what became of it: one page. */
  list(query: s.WebhookDeliveryQuery = {}): Promise<Page<s.WebhookDeliveryRow>> {
    return this.#transport.page('/v1/payin/webhook-deliveries', query)
  }

  /** What was told to the merchants' servers, and what became of it: every row, page after page. */
  every(query: s.WebhookDeliveryQuery = {}): AsyncGenerator<s.WebhookDeliveryRow> {
    return this.#transport.every('/v1/payin/webhook-deliveries', query)
  }

  /** One delivery with what was sent and every try. */
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

  /** Where the merchant wants to be told of what happens: one page. */
  list(query: s.WebhookQuery = {}): Promise<Page<s.WebhookRow>> {
    return this.#transport.page('/v1/payin/webhooks', query)
  }

  /** Where the merchant wants to be told of what happens: every row, page after page. */
  every(query: s.WebhookQuery = {}): AsyncGenerator<s.WebhookRow> {
    return this.#transport.every('/v1/payin/webhooks', query)
  }

  /** Be told of what happens; the secret is shown this once. */
  create(body: s.EndpointInput, once: Once = {}): Promise<s.EndpointWithSecret> {
    return this.#transport.call('POST', '/v1/payin/webhooks', { body, once })
  }

  /** Take an endpoint away, with all that was told to it. */
  remove(id: string, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('DELETE', `/v1/payin/webhooks/${one(id)}`, { once })
  }

  /** One webhook endpoint with its newest deliveries. */
  get(id: string): Promise<s.EndpointRecord> {
    return this.#transport.call('GET', `/v1/payin/webhooks/${one(id)}`)
  }

  /** Change where one is told, and of what. */
  change(id: string, body: s.EndpointInput, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('PUT', `/v1/payin/webhooks/${one(id)}`, { body, once })
  }

  /** Switch an endpoint off; what happens meanwhile is held. */
  disable(id: string, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/disable`, { once })
  }

  /** Switch an endpoint on. */
  enable(id: string, body: s.EnableInput = {}, once: Once = {}): Promise<s.Endpoint> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/enable`, { body, once })
  }

  /** Send again what was told to an endpoint in a time. */
  replay(id: string, body: s.ReplayInput, once: Once = {}): Promise<s.Replayed> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/replay`, { body, once })
  }

  /** Give an endpoint another secret; until its grace is over, both sign. */
  rotate(id: string, body: s.WebhooksRotateInput, once: Once = {}): Promise<s.EndpointWithSecret> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/rotate`, { body, once })
  }

  /** Send an endpoint something to see whether it hears. */
  test(id: string, once: Once = {}): Promise<s.Delivery> {
    return this.#transport.call('POST', `/v1/payin/webhooks/${one(id)}/test`, { once })
  }
}

export class BatchLines {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lines of batches: what each would pay, what is wrong with it, and what became of it: one page. */
  list(query: s.BatchLineQuery = {}): Promise<Page<s.BatchLineRow>> {
    return this.#transport.page('/v1/payouts/batch-lines', query)
  }

  /** Lines of batches: what each would pay, what is wrong with it, and what became of it: every row, page after page. */
  every(query: s.BatchLineQuery = {}): AsyncGenerator<s.BatchLineRow> {
    return this.#transport.every('/v1/payouts/batch-lines', query)
  }
}

export class Batches {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Bring a table of payments as text, with its headings. */
  create(body: s.PasteBatchInput, once: Once = {}): Promise<s.PayoutBatch> {
    return this.#transport.call('POST', '/v1/payouts/batch-tables', { body, once })
  }

  /** One batch: its plan with the exceptions, and how far its payouts are. */
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

  /** One payment: its orders at the bank, returns, ledger entries, timeline. */
  get(id: string): Promise<s.PaymentRecord> {
    return this.#transport.call('GET', `/v1/payouts/payments/${one(id)}`)
  }
}

export class PayoutReturns {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What came back of payments: one page. */
  list(query: s.PayoutReturnQuery = {}): Promise<Page<s.PayoutReturnRow>> {
    return this.#transport.page('/v1/payouts/returns', query)
  }

  /** What came back of payments: every row, page after page. */
  every(query: s.PayoutReturnQuery = {}): AsyncGenerator<s.PayoutReturnRow> {
    return this.#transport.every('/v1/payouts/returns', query)
  }
}

export class RecurringCharges {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What is due on each day of a month, and what of it came in. */
  calendar(query: { month?: string } = {}): Promise<s.CalendarDay[]> {
    return this.#transport.call('GET', '/v1/pix/calendar', { query })
  }

  /** The charges of the cycles of recurrences: one page. */
  list(query: s.RecurringChargeQuery = {}): Promise<Page<s.RecurringChargeRow>> {
    return this.#transport.page('/v1/pix/charges', query)
  }

  /** The charges of the cycles of recurrences: every row, page after page. */
  every(query: s.RecurringChargeQuery = {}): AsyncGenerator<s.RecurringChargeRow> {
    return this.#transport.every('/v1/pix/charges', query)
  }

  /** The charge of one cycle: attempts, ledger entries, timeline, words with the provider. */
  get(id: string): Promise<s.RecurringChargeRecord> {
    return this.#transport.call('GET', `/v1/pix/charges/${one(id)}`)
  }

  /** What was said with the provider, from the archive (recurring charge). */
  archivedMessages(id: string): Promise<s.ArchivedMessages> {
    return this.#transport.call('GET', `/v1/pix/charges/${one(id)}/archived-messages`)
  }

  /** Withdraw the charge of a cycle before its first attempt. */
  cancel(id: string, once: Once = {}): Promise<s.RecurringCharge> {
    return this.#transport.call('POST', `/v1/pix/charges/${one(id)}/cancel`, { once })
  }

  /** Refund what the charge of a cycle brought in, in part or in full. */
  refund(id: string, body: s.RecurringRefundInput, once: Once = {}): Promise<s.Refund | s.Awaiting> {
    return this.#transport.call('POST', `/v1/pix/charges/${one(id)}/refunds`, { body, once })
  }

  /** Try the charge of a cycle again on another day. */
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
