/** What the API takes and answers. Written by `make generate` from the merchants' contract; not edited by hand. */

/** What a list is filtered by: one value, or several. */
export type Filter = string | number | boolean | readonly string[]

/** `ispb` of the bank; `branch` and `number` without their check digits; `digit` is the account's check digit (X or P
 * where the bank writes a letter). */
export interface AccountInput {
  ispb: string
  account_type: 'CACC' | 'SVGS' | 'TRAN'
  branch: string
  number: string
  digit: string
}

/** `name` is null for the merchant. `amount`: of the charge's amount. `rounding`: takes the odd cents. */
export interface AgreedPart {
  recipient: string | null
  name: string | null
  kind: 'fixed' | 'percent' | 'remainder'
  value: number
  amount: Money
  rounding: boolean
}

/** Messages of a charge, as the archive of these months has them; `more`: there are others beyond these. */
export interface ArchivedMessages {
  months: string[]
  messages: Message[]
  more: boolean
}

/** The body of every 202 response. */
export interface Awaiting {
  request: RequestMade
  message?: 'awaiting_approval'
  statusCode?: number
  status?: boolean
}

/** Payouts of the batch by how far they are; `back` is what came back of them. */
export interface BatchProgress {
  waiting: number
  sent: number
  done: number
  failed: number
  done_amount: Money
  failed_amount: Money
  back: Money
}

/** How the latest request to submit a batch ended without it: `rejected` by `actor` for a `reason`, `expired`, or
 * `failed`, approved but refused when it was to be done, with the code of the `error`. */
export interface BatchRefusal {
  request: string
  status: 'expired' | 'failed' | 'rejected'
  at: string
  actor: string | null
  reason: string | null
  error: string | null
}

/** The request to submit a batch that waits for others: at least `missing` people still have to approve it. */
export interface BatchRequest {
  id: string
  missing: number
}

/** Who stopped the rest of a batch. `lines`: those that never leave for it, whether they were payments already or
 * not. */
export interface BatchStop {
  at: string
  by: string
  reason: string | null
  lines: number
}

/** `amount` is what arrives. `external_id`: the merchant's own id, unique for ever, by which people know it. */
export interface BroughtPaymentInput {
  key?: BankAccountsKeyInput | null
  account?: AccountInput | null
  code?: string | null
  holder_name?: string | null
  holder_document?: string | null
  method?: 'pix' | 'ted'
  ted_purpose?: '00001' | '00002' | '00003' | '00004' | '00005' | '00006' | '00007' | '00008' | '00010' | '00101' | null
  tags?: string[]
  cost_centre?: string | null
  priority?: 'high' | 'low' | 'normal'
  amount: Price
  external_id: string
  description?: string | null
  scheduled_for?: string | null
}

/** What is due on a day and what of it was received: amounts in minor units, and counts. */
export interface CalendarDay {
  day: string
  expected: Money
  expected_count: number
  received: Money
  received_count: number
  refused_count: number
}

/** A dispute (MED) over a payment of a charge; /v1/payin/disputes has its details. */
export interface CaseOfCharge {
  id: string
  status: string
  amount: Money
  blocked: Money
  returned: Money
  due_at: string | null
}

/** Lines of one category among the exceptions, and what they would pay. */
export interface CategorySum {
  category: string
  count: number
  amount: Money
}

/** A charge in lists and in responses to Commands. */
export interface Charge {
  id: string
  created_at: string
  txid: string
  end_to_end_id: string | null
  payer_name: string | null
  payer_document: string | null
  method: string
  kind: string
  due_date: string | null
  status: string
  reference: string | null
  description: string | null
  amount: Money
  fee: Money
  net: Money
  refunded: Money
  expires_at: string
  paid_at: string | null
  processor: string
  company_id: number
  last_error: string | null
}

/** The payer sees `description` (solicitacaoPagador). `expires_in`: seconds, one minute to 30 days; defaults to the
 * merchant's. */
export interface ChargeInput {
  amount: Price
  payer?: PayerInput | null
  description?: string | null
  reference?: string | null
  expires_in?: number | null
  split?: Split | null
}

/** A charge with its details. Documents are complete here, masked in lists. `refundable`: what can be refunded now,
 * without `awaiting_approval`, which the `refund_requests` reserve. `split`: its shares as agreed, empty when all is
 * the merchant's; `shares`: those of each payment. `archived_months`: as 2026-01; what was said in these with the
 * provider is in the archive alone. */
export interface ChargeRecord extends Charge {
  due: DueTerms | null
  split: AgreedPart[]
  shares: PaymentShare[]
  static_code: string | null
  batch: string | null
  location: string | null
  br_code: string | null
  cancel_requested: boolean
  refundable: Money
  awaiting_approval: Money
  refund_requests: RefundAsked[]
  payments: Payment[]
  refunds: Refund[]
  entries: Entry[]
  timeline: TimelineMoment[]
  messages: Message[]
  med?: CaseOfCharge[]
  archived_months?: string[]
}

/** A charge. `amount` is what the payer is charged, `refunded` the part returned. */
export interface ChargeTold {
  object: 'charge'
  id: string
  txid: string
  status: string
  reference: string | null
  amount: Money
  refunded: Money
  end_to_end_id: string | null
  created_at: string
  expires_at: string
  paid_at: string | null
}

/** `key` null: none was made yet. It is no secret: it reads one charge at a time, whose id one must know. */
export interface CheckoutKey {
  key: string | null
  origins: string[]
  created_at: string | null
}

/** A QR code: `size` modules each way, quiet zone included; `path` draws the dark ones, as SVG. */
export interface Code {
  size: number
  path: string
}

/** What a look-up found. `score` in hundredths; a CPF is masked to its six middle digits on its way in.
 * `end_to_end_id`: the look-up named it; the order that follows within 15 minutes carries it. */
export interface Confirmation {
  match_class: 'close' | 'impossible' | 'match' | 'no'
  score: number
  reordered: boolean
  pairs: NamePair[]
  expected_name: string
  found_name: string | null
  owner: 'agree' | 'differ' | 'unknown'
  owner_document: string | null
  owner_kind: 'company' | 'person' | null
  participant: string | null
  key_created_at: string | null
  owned_since: string | null
  history: PayeeHistory | null
  problem: 'directory_silent' | 'key_unknown' | 'lookups_spent' | 'no_key' | null
  end_to_end_id: string | null
  looked_up_at: string
}

/** What the payer owes on a day. */
export interface DayCost {
  day: string
  fine: Money
  interest: Money
  reduction: Money
  discount: Money
  total: Money
}

/** `attempts`: all attempts so far; `last_status` and `last_error` are of the latest. `next_at`: next attempt of a
 * waiting delivery. */
export interface Delivery {
  id: string
  endpoint_id: string
  event_id: string
  type: string
  subject_id: string
  status: string
  attempts: number
  last_status: number | null
  last_error: string | null
  next_at: string | null
  created_at: string
  ended_at: string | null
  company_id: number
}

/** A delivery with its attempts. `body` exactly as it is sent and signed. */
export interface DeliveryRecord extends Delivery {
  url: string
  body: string
  tries: WebhooksAttempt[]
}

/** A deposit. `end_to_end_id` is null where a bank's return file or another merchant brought it instead of a Pix. */
export interface DepositTold {
  object: 'deposit'
  id: string
  status: string
  end_to_end_id: string | null
  amount: Money
  received_at: string
}

/** A discount that holds through the day `until`. */
export interface DiscountStep {
  until: string
  value: number
}

/** `mode` 1, 2: an amount, a percentage until up to three days (`steps`); 3, 4: an amount for each day, business day
 * before the due date (`value`); 5, 6: a percentage for each of them. */
export interface DiscountTerm {
  mode: number
  value?: number | null
  steps?: DiscountStep[] | null
}

/** The terms of a due charge: `last_day` is the last on which it can be paid; its cost today, and on the days where
 * that changes. `revising`: the provider has not responded to a revision yet; `revision_error`: why it refused the
 * last one. */
export interface DueTerms {
  valid_days: number
  last_day: string
  revision: number
  terms: Terms
  today: DayCost | null
  days: DayCost[]
  address: Record<string, string> | null
  revising: boolean
  revision_error: string | null
}

/** `send_held`: send now what was held while the endpoint was off. */
export interface EnableInput {
  send_held?: boolean
}

/** `grace_until`: until then the former secret signs too. `waiting`: deliveries still to be sent. */
export interface Endpoint {
  id: string
  url: string
  description: string | null
  events: string[]
  status: string
  failing_since: string | null
  last_success_at: string | null
  grace_until: string | null
  waiting: number
  created_at: string
  created_by: string
  company_id: number
}

/** We POST events to `url`: https, a public address, no redirects. */
export interface EndpointInput {
  url: string
  events: ('charge.cancelled' | 'charge.created' | 'charge.expired' | 'charge.failed' | 'charge.paid' | 'charge.pending' | 'charge.under_review' | 'deposit.credited' | 'incident.announced' | 'med_case.agreed' | 'med_case.cancelled' | 'med_case.disagreed' | 'med_case.expired' | 'med_case.opened' | 'med_case.partly_returned' | 'med_case.recovering' | 'med_case.returned' | 'payee.blocked' | 'payee.checked' | 'payee.created' | 'payee.owner_changed' | 'payee.unblocked' | 'payout.cancelled' | 'payout.created' | 'payout.done' | 'payout.failed' | 'payout.on_hold' | 'payout.partly_returned' | 'payout.queued' | 'payout.rejected' | 'payout.returned' | 'payout_batch.authorised' | 'payout_batch.cancelled' | 'payout_batch.done' | 'payout_batch.done_in_part' | 'payout_batch.expired' | 'payout_batch.paused' | 'payout_batch.planned' | 'payout_batch.running' | 'payout_batch.unreadable' | 'recurrence.approved' | 'recurrence.cancelled' | 'recurrence.created' | 'recurrence.expired' | 'recurrence.rejected' | 'recurring_charge.active' | 'recurring_charge.cancelled' | 'recurring_charge.created' | 'recurring_charge.expired' | 'recurring_charge.paid' | 'recurring_charge.rejected' | 'refund.created' | 'refund.failed' | 'refund.settled' | 'withdrawal.blocked' | 'withdrawal.cancelled' | 'withdrawal.created' | 'withdrawal.done' | 'withdrawal.failed' | 'withdrawal.in_bank_processing' | 'withdrawal.partly_returned' | 'withdrawal.pending' | 'withdrawal.returned')[]
  description?: string | null
}

/** An endpoint with its fifty newest deliveries and its timeline. */
export interface EndpointRecord extends Endpoint {
  deliveries: Delivery[]
  timeline: WebhooksMoment[]
}

/** The payload of a test event: the endpoint itself. */
export interface EndpointTold {
  object: 'endpoint'
  id: string
}

/** `secret` is shown once; null when this response repeats an earlier one under the same idempotency key. */
export interface EndpointWithSecret extends Endpoint {
  secret: string | null
}

/** One leg of a journal; `debit` or `credit` is set. `owner`: the recipient who owns the account. `balance_after` is
 * null for hot accounts. */
export interface Entry {
  journal_id: string
  account: string
  kind: string
  debit: Money | null
  credit: Money | null
  balance_after: Money | null
  at: string
  owner?: string | null
}

export interface ErrorBody {
  statusCode: number
  message: string | Record<string, string[]>
  error: string
  request_id: string
  status?: boolean
}

/** `mode` 1: an amount; 2: a percentage. */
export interface FineTerm {
  mode: number
  value: number
}

/** Minutes in which a service of ours did not work, as it was announced. `ended_at` is null while it goes on. */
export interface IncidentTold {
  object: 'incident'
  id: string
  number: number
  service: string
  status: string
  planned: boolean
  began_at: string
  ended_at: string | null
  told_at: string
}

/** `mode` 1: an amount a day; 2, 3, 4: a percentage a day, month, year; 5 to 8: the same, of business days. */
export interface InterestTerm {
  mode: number
  value: number
}

/** A received dispute. `due_at`: deadline of the next step, which is the merchant's while `status` is `to_answer`. */
export interface MedCaseTold {
  object: 'med_case'
  id: string
  charge_id: string | null
  end_to_end_id: string
  status: string
  reason: string
  amount: Money
  blocked: Money
  agreed: Money | null
  returned: Money
  opened_at: string
  due_at: string | null
  ended_at: string | null
}

/** One exchange with a payment provider. */
export interface Message {
  at: string
  direction: string
  method: string
  url: string
  status: number | null
  request: unknown
  response: unknown
  error: string | null
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface ChargeMessage {
  id: string
  type: 'charge.cancelled' | 'charge.created' | 'charge.expired' | 'charge.failed' | 'charge.paid' | 'charge.pending' | 'charge.under_review'
  created_at: string
  company_id: number
  data: ChargeTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface DepositMessage {
  id: string
  type: 'deposit.credited'
  created_at: string
  company_id: number
  data: DepositTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface EndpointMessage {
  id: string
  type: 'webhook.test'
  created_at: string
  company_id: number
  data: EndpointTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface IncidentMessage {
  id: string
  type: 'incident.announced'
  created_at: string
  company_id: number
  data: IncidentTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface MedCaseMessage {
  id: string
  type: 'med_case.agreed' | 'med_case.cancelled' | 'med_case.disagreed' | 'med_case.expired' | 'med_case.opened' | 'med_case.partly_returned' | 'med_case.recovering' | 'med_case.returned'
  created_at: string
  company_id: number
  data: MedCaseTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface PayeeMessage {
  id: string
  type: 'payee.blocked' | 'payee.checked' | 'payee.created' | 'payee.owner_changed' | 'payee.unblocked'
  created_at: string
  company_id: number
  data: PayeeTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface PayoutBatchMessage {
  id: string
  type: 'payout_batch.authorised' | 'payout_batch.cancelled' | 'payout_batch.done' | 'payout_batch.done_in_part' | 'payout_batch.expired' | 'payout_batch.paused' | 'payout_batch.planned' | 'payout_batch.running' | 'payout_batch.unreadable'
  created_at: string
  company_id: number
  data: PayoutBatchTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface PayoutMessage {
  id: string
  type: 'payout.cancelled' | 'payout.created' | 'payout.done' | 'payout.failed' | 'payout.on_hold' | 'payout.partly_returned' | 'payout.queued' | 'payout.rejected' | 'payout.returned'
  created_at: string
  company_id: number
  data: PayoutTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface RecurrenceMessage {
  id: string
  type: 'recurrence.approved' | 'recurrence.cancelled' | 'recurrence.created' | 'recurrence.expired' | 'recurrence.rejected'
  created_at: string
  company_id: number
  data: RecurrenceTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface RecurringChargeMessage {
  id: string
  type: 'recurring_charge.active' | 'recurring_charge.cancelled' | 'recurring_charge.created' | 'recurring_charge.expired' | 'recurring_charge.paid' | 'recurring_charge.rejected'
  created_at: string
  company_id: number
  data: RecurringChargeTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface RefundMessage {
  id: string
  type: 'refund.created' | 'refund.failed' | 'refund.settled'
  created_at: string
  company_id: number
  data: RefundTold
}

/** The message of a webhook. `id` is the same at every attempt; `data` is the object as it was when the delivery was
 * created. */
export interface WithdrawalMessage {
  id: string
  type: 'withdrawal.blocked' | 'withdrawal.cancelled' | 'withdrawal.created' | 'withdrawal.done' | 'withdrawal.failed' | 'withdrawal.in_bank_processing' | 'withdrawal.partly_returned' | 'withdrawal.pending' | 'withdrawal.returned'
  created_at: string
  company_id: number
  data: WithdrawalTold
}

export interface MetRule {
  name: string
  action: 'allow' | 'hold' | 'refuse' | 'route' | 'second_person' | 'warn'
}

/** `amount` in minor units of the currency: centavos of BRL, whole yen of JPY. */
export interface Money {
  amount: number
  currency: string
}

/** One word of each name, or of one alone. `points` of `weight`: hundredths of the whole that it earned. */
export interface NamePair {
  expected: string | null
  found: string | null
  how: 'abbreviation' | 'accent' | 'form' | 'initial' | 'missing' | 'near' | 'number' | 'other' | 'particle' | 'same' | 'spelling'
  points: number
  weight: number
}

/** Why an order went to its processor, and by which version of the routes. Only staff see it. */
export interface OrderRoute {
  reason: 'again' | 'fallback' | 'named' | 'order' | 'route'
  version?: string | null
  number?: number | null
  group?: string | null
  passed?: PassedProcessor[]
  facts?: Record<string, boolean | number | string>
}

/** `origins`: pages that may use the key, each https://host, with its port if it is not the default. */
export interface OriginsInput {
  origins: string[]
}

/** A processor that would have come first, and why it did not get the order. */
export interface PassedProcessor {
  processor: string
  name: string
  why: 'certificate' | 'day_limit' | 'drained' | 'float_short' | 'hours' | 'method' | 'payment_limit' | 'refused_before' | 'unhealthy'
}

/** `text`: a table with its headings, as a spreadsheet copies it. */
export interface PasteBatchInput {
  name: string
  text: string
  mapping?: string | null
}

/** `amount` is what arrives; the fee is charged to the recipient's balance on top. */
export interface PayOutInput {
  amount: Price
  description?: string | null
}

/** What other banks saw of the owner: settled Pix (rounded up by DICT), frauds reported and agreed to. */
export interface PayeeHistory {
  settlements_m6: number
  reported_frauds_d30: number
  confirmed_frauds_m6: number
}

/** Somebody of the payee book. `match_class`: the worst of its destinations' names; `divergent`: fields that differ.
 * */
export interface PayeeTold {
  object: 'payee'
  id: string
  status: string
  destinations: number
  match_class: string | null
  divergent: string[]
  created_at: string
  checked_at: string | null
  owner_changed_at: string | null
}

/** The payer; `document` is a CPF or a CNPJ, with or without punctuation. */
export interface PayerInput {
  name: string
  document: string
}

/** One Pix payment of the charge. */
export interface Payment {
  end_to_end_id: string
  amount: Money
  fee: Money
  refunded: Money
  paid_at: string
  payer_name: string | null
  payer_document: string | null
  status: string
  review_reason: string | null
}

/** What the bank did and this payment does not explain; `status` settled: it is booked where it belongs. */
export interface PaymentCase {
  kind: string
  amount: Money
  status: string
  outcome: string | null
  opened_at: string
}

/** A payment with its attempts, returns, entries and timeline. `first`: nothing was paid to this destination before.
 * `previous`: where its payee was paid until then, of a known payee. `replaced_by`: the payment that repeats it.
 * `returns_error`: why a return could not be booked, for staff only. `confirmation`: what the directory said of its
 * key. `rule_trace`: why rules judged it as they did, and `routes`: why each order went to its processor, for staff
 * only. */
export interface PaymentRecord extends PayoutPayment {
  first: boolean
  previous: PreviousDestination | null
  confirmation: Confirmation | null
  replaced_by: string | null
  orders: PayoutOrder[]
  returns: PaymentReturn[]
  cases: PaymentCase[]
  returns_error: string | null
  rule_trace: RuleTrace | null
  routes: PaymentRoute[]
  entries: Entry[]
  timeline: TimelineMoment[]
}

/** What the receiver's bank returned, or the receiver itself where it is another merchant. `code`: why, as the bank
 * says; of a TED a number of the SPB. `reason`: why, as the receiver says. `claim_id`: the opened dispute (MED) that
 * it settles. */
export interface PaymentReturn {
  rtr_id: string
  code: string | null
  reason: string | null
  amount: Money
  returned_at: string
  booked_at: string
  claim_id: string | null
}

/** Where an order of a payment went, and why; `route` is null for orders from before there were routes. `cost`: null
 * until it is carried out, and where nobody has said what the processor charges. */
export interface PaymentRoute {
  attempt: number
  processor: string
  route: OrderRoute | null
  cost: Money | null
}

/** One share of one payment. `fee`: what of the payment's fee it bears. `reduced`: too little came for the agreed
 * share. `refunded`: refunded or being refunded; `carried`: of that, what the merchant bore because the recipient's
 * balance did not cover it. */
export interface PaymentShare {
  payment: string
  recipient: string | null
  name: string | null
  kind: 'fixed' | 'percent' | 'remainder'
  value: number
  amount: Money
  fee: Money
  refunded: Money
  carried: Money
  reduced: boolean
  rounding: boolean
  paid_at: string
}

/** One batch. `total` leaves the balance: `amount` and `fee` of the lines that would go. `root` and `plan_hash` name
 * what is approved; `turned` of `good` lines are payouts already. */
export interface PayoutBatch {
  id: string
  created_at: string
  name: string
  source: string
  size: number
  sha256: string | null
  format: string | null
  status: string
  error: PayoutFileDamage | null
  same_as: string | null
  similar_to: string | null
  similar_lines: number | null
  replaces: string | null
  read_lines: number
  lines: number
  good: number
  bad: number
  warned: number
  excluded: number
  first_time: number
  amount: Money
  fee: Money
  total: Money
  choice: 'all' | 'good'
  root: string | null
  plan_hash: string | null
  turned: number
  actor: string
  planned_at: string | null
  authorised_at: string | null
  authorised_by: string | null
  ended_at: string | null
  company_id: number
}

/** A batch with its exceptions, the progress of its payouts and its timeline. `mapping`: name and version of its
 * template. `looked`: categories of exceptions that the principal has opened in this plan; who approves has opened
 * all. `refused`: why a batch that was not submitted is not, where somebody asked for it. `stopped`: by whom its rest
 * was stopped, if it was. `to_send_again`: lines that a new batch of the failed would have. */
export interface PayoutBatchRecord extends PayoutBatch {
  mapping: string | null
  waits_for: BatchRequest | null
  refused: BatchRefusal | null
  stopped: BatchStop | null
  to_send_again: number
  categories: CategorySum[]
  looked: string[]
  progress: BatchProgress
  timeline: TimelineMoment[]
}

/** A batch of payments: `good` of its `lines` leave, `turned` are payments; `done` and `failed` count at its end. */
export interface PayoutBatchTold {
  object: 'payout_batch'
  id: string
  status: string
  source: string
  replaces: string | null
  lines: number
  good: number
  bad: number
  amount: Money
  fee: Money
  turned: number
  done: number
  failed: number
  created_at: string
  authorised_at: string | null
  ended_at: string | null
}

/** Why a file cannot be read; `line` and `column` count from one, 0 where none is meant. */
export interface PayoutFileDamage {
  code: string
  line: number
  column: number
  detail: string
}

/** One payout order sent to the bank. `code` and `reason` explain a refusal. */
export interface PayoutOrder {
  id: string
  attempt: number
  end_to_end_id: string | null
  provider_id: string
  state: 'done' | 'processing' | 'refused' | 'sending'
  code: string | null
  reason: string | null
  created_at: string
  ended_at: string | null
}

/** One payment as lists and Commands return it. `status` is the displayed state; `gross` is what leaves the balance:
 * amount plus fee. The document is masked. `inside`: no bank is asked, for whom it goes to has an account with us.
 * `ted_purpose`: of what was asked for as a TED, also where it left as a Pix. `opens_at`: when a TED may leave that
 * waits for the banks' hours. */
export interface PayoutPayment {
  id: string
  created_at: string
  company_id: number
  origin: string
  method: string
  status: string
  amount: Money
  fee: Money
  gross: Money
  returned: Money
  fee_back: boolean
  holder_name: string
  holder_document: string
  kind: string
  ispb: string | null
  compe: string | null
  bank_name: string | null
  branch: string | null
  number: string | null
  account_type: string | null
  pix_key: string | null
  barcode: string | null
  due_on: string | null
  purpose: string | null
  ted_purpose: string | null
  opens_at: string | null
  description: string | null
  external_id: string | null
  end_to_end_id: string | null
  scheduled_for: string | null
  ended_at: string | null
  fail_code: string | null
  last_error: string | null
  blocked_reason: string | null
  queued_reason: string | null
  hold_reason: string | null
  hold_until: string | null
  replaces: string | null
  batch_id: string | null
  batch_line: number | null
  payee_id: string | null
  inside: boolean
  tags: string[]
  cost_centre: string | null
  priority: 'high' | 'low' | 'normal'
  actor: string
}

/** A payment to somebody. `origin`: `payout` by itself, or of a `batch` or `split`; `external_id` is yours.
 * `returned`: the part of the amount that came back; the status stays `done`. */
export interface PayoutTold {
  object: 'payout'
  id: string
  status: string
  origin: string
  external_id: string | null
  batch_id: string | null
  amount: Money
  fee: Money
  returned: Money
  end_to_end_id: string | null
  fail_code: string | null
  created_at: string
  scheduled_for: string | null
  ended_at: string | null
}

/** Where the payee was paid last, before the destination changed. `last_paid_at` null: it stands in the payee book
 * alone, masked as there. */
export interface PreviousDestination {
  kind: string
  ispb: string | null
  bank_name: string | null
  branch: string | null
  number: string | null
  account_type: string | null
  pix_key: string | null
  last_paid_at: string | null
}

/** Money asked of somebody in Brazil: from one minor unit to the most API Pix can carry. */
export interface Price {
  amount: number
  currency?: 'BRL'
}

/** What a payer's page gets of a charge. `br_code` and `code` while it can be paid; `final`: stop polling. */
export interface PublicCharge {
  id: string
  status: string
  final: boolean
  amount: Money
  merchant: string
  expires_at: string
  paid_at: string | null
  br_code: string | null
  code: Code | null
}

/** The input of a Command that only asks for a reason. */
export interface ReasonInput {
  reason: string
}

/** `balance` is available for payouts; `received` sums its shares of all payments. The document is complete here,
 * masked in lists. */
export interface Recipient {
  id: string
  created_at: string
  name: string
  document: string
  status: string
  reason: string | null
  bank_account_id: string
  received: Money
  balance: Money
  on_hold: Money
  company_id: number
}

/** The account of its payouts. `reason`: why the account was rejected. */
export interface RecipientAccount {
  kind: string
  bank_name: string | null
  ispb: string | null
  branch: string | null
  number: string | null
  account_type: string | null
  pix_key: string | null
  pix_key_kind: string | null
  status: string
  reason: string | null
  usable: boolean
  usable_from: string
}

/** The fields to change. The document cannot change: another document is another recipient. */
export interface RecipientChange {
  name?: string | null
  account?: AccountInput | null
  key?: BankAccountsKeyInput | null
}

/** Either `account` or `key`, owned by the recipient. `document` is a CPF or a CNPJ, with or without punctuation. */
export interface RecipientInput {
  name: string
  document: string
  account?: AccountInput | null
  key?: BankAccountsKeyInput | null
}

/** A recipient with its details. `returned`: for refunds; `carried`: the part of refunds that its balance did not
 * cover; `fee`: of one payout. `shares` holds the newest of `share_count`. */
export interface RecipientRecord extends Recipient {
  account: RecipientAccount
  returned: Money
  carried: Money
  paid_out: Money
  fee: Money
  shares: RecipientShare[]
  share_count: number
  payouts: Transfer[]
  entries: Entry[]
  timeline: TimelineMoment[]
}

/** A share of a `charge`, or of a recurring charge: `schedule`. `payer_name`: as the payer's bank told it. */
export interface RecipientShare extends PaymentShare {
  charge: string | null
  schedule: string | null
  payer_name: string | null
}

/** A recurrence in lists and in responses to Commands. `ended_by`: who ended it, in the words of API Pix. */
export interface Recurrence {
  id: string
  created_at: string
  id_rec: string | null
  contract: string
  object: string | null
  payer_name: string
  payer_document: string
  periodicity: string
  starts_on: string
  ends_on: string | null
  amount: Money | null
  minimum: Money | null
  retry_policy: string
  agreement: string | null
  journey: string
  automatic: boolean
  next_due: string | null
  status: string
  end_code: string | null
  processor: string
  company_id: number
  last_error: string | null
}

/** `amount`: of each cycle; `minimum`: the lowest limit a payer may set, for amounts that vary. At most one of them.
 * `contract` is the number by which the payer knows the agreement, `object` what is sold. `automatic`: we create each
 * cycle's charge, 10 days before it is due; it requires `amount`. `charge`: for JORNADA_3 the open charge that the
 * payer pays with the authorisation; for JORNADA_4 the one whose code offers it too. `split`: of every cycle. */
export interface RecurrenceInput {
  contract: string
  payer: PayerInput
  starts_on: string
  periodicity: 'ANUAL' | 'MENSAL' | 'SEMANAL' | 'SEMESTRAL' | 'TRIMESTRAL'
  journey?: 'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4'
  object?: string | null
  ends_on?: string | null
  amount?: Price | null
  minimum?: Price | null
  retry_policy?: 'NAO_PERMITE' | 'PERMITE_3R_7D'
  agreement?: string | null
  automatic?: boolean
  charge?: string | null
  split?: Split | null
}

/** A recurrence with its requests, charges, timeline and provider messages. Documents are complete here, masked in
 * lists. */
export interface RecurrenceRecord extends Recurrence {
  br_code: string | null
  split: AgreedPart[]
  payer_bank: string | null
  payer_bank_name: string | null
  approved_at: string | null
  ended_at: string | null
  ended_by: string | null
  end_reason: string | null
  cancel_requested: boolean
  code_wanted: boolean
  requests: Request[]
  charges: RecurringCharge[]
  timeline: TimelineMoment[]
  messages: Message[]
  archived_months?: string[]
}

/** A recurrence. `amount` is null where each cycle has its own. */
export interface RecurrenceTold {
  object: 'recurrence'
  id: string
  id_rec: string | null
  status: string
  contract: string
  periodicity: string
  starts_on: string
  ends_on: string | null
  amount: Money | null
}

/** The charge of one cycle, counted from 0. `end_code`: why it was rejected or cancelled. */
export interface RecurringCharge {
  id: string
  created_at: string
  recurrence_id: string
  txid: string
  cycle: number
  due_on: string
  amount: Money
  paid: Money
  fee: Money
  status: string
  tries: number
  next_attempt: string | null
  paid_at: string | null
  end_to_end_id: string | null
  end_code: string | null
  by_hand: boolean
  company_id: number
  last_error: string | null
}

/** `amount` defaults to the recurrence's. `adjusts`: a due day that is no business day moves to the next. The payer
 * sees `info`. */
export interface RecurringChargeInput {
  due_on: string
  amount?: Price | null
  info?: string | null
  adjusts?: boolean
}

/** `retries_left` 0: no retry is possible. `last_retry_day`: the last day for one. `refundable`: of what it received,
 * without what `refund_requests` reserve. */
export interface RecurringChargeRecord extends RecurringCharge {
  contract: string
  payer_name: string
  payer_document: string
  id_rec: string | null
  info: string | null
  split: AgreedPart[]
  shares: PaymentShare[]
  adjusts: boolean
  ended_at: string | null
  ended_by: string | null
  end_reason: string | null
  cancel_requested: boolean
  cancellable: boolean
  retries_left: number
  last_retry_day: string
  retry_on: string | null
  refundable: Money
  awaiting_approval: Money
  refund_requests: RefundAsked[]
  refunds: Refund[]
  tries_made: RecurrencesAttempt[]
  entries: Entry[]
  timeline: TimelineMoment[]
  messages: Message[]
  archived_months?: string[]
}

/** A recurring charge. `end_code`: why it was rejected or cancelled, by the Central Bank's codes. */
export interface RecurringChargeTold {
  object: 'recurring_charge'
  id: string
  recurrence_id: string
  txid: string
  status: string
  due_on: string
  amount: Money
  end_to_end_id: string | null
  paid_at: string | null
  end_code: string | null
}

/** The payer sees `reason`. */
export interface RecurringRefundInput {
  amount: Price
  reason?: string | null
}

/** `carried`: the part of a split payment's refund that the merchant bears because its recipients' balances did not
 * cover it; null: none. */
export interface Refund {
  id: string
  end_to_end_id: string
  amount: Money
  status: string
  reason: string | null
  created_at: string
  settled_at: string | null
  rtr_id: string | null
  error: string | null
  carried?: Money | null
}

/** A refund that waits for approval. `id`: of the approval; `mine`: the principal made it; `visible`: the principal
 * may see the approval. */
export interface RefundAsked {
  id: string
  amount: Money
  maker: string
  mine: boolean
  visible: boolean
  created_at: string
  expires_at: string
}

/** `amount` defaults to all that is left. `end_to_end_id` selects a payment of the charge; it defaults to the first
 * with enough left. */
export interface RefundInput {
  amount?: Price | null
  reason?: string | null
  end_to_end_id?: string | null
}

/** A refund. `charge_id` is null for a payment without a charge; `rtr_id` is the refund's number between banks. */
export interface RefundTold {
  object: 'refund'
  id: string
  charge_id: string | null
  status: string
  amount: Money
  end_to_end_id: string
  rtr_id: string | null
  created_at: string
  settled_at: string | null
}

/** Select deliveries created from `since` until `until` whose status is one of `states`. */
export interface ReplayInput {
  since: string
  until: string
  states: ('delivered' | 'failed' | 'held')[]
}

/** `count`: deliveries that are sent again. */
export interface Replayed {
  count: number
}

export interface Request {
  id: string
  id_solic_rec: string | null
  status: string
  bank: string
  branch: string | null
  account: string
  expires_at: string
  created_at: string
  error: string | null
}

/** The payer's account: `bank` is its ISPB, 8 digits or capitals; `branch` without check digit. The request expires
 * after `hours`. */
export interface RequestInput {
  bank: string
  account: string
  branch?: string | null
  hours?: number
}

/** `approvals`: how many people at least have to approve. */
export interface RequestMade {
  id: string
  expires_at: string
  approvals: number
}

/** Why a payment was judged as it was: the version, the facts, and the rules it met. For staff alone. */
export interface RuleTrace {
  number: number
  version_id: string
  action: 'allow' | 'hold' | 'refuse' | 'route' | 'second_person' | 'warn'
  met: MetRule[]
  facts: Record<string, boolean | number | string>
  judged_at: string
}

/** The merchant gets what no part takes. `rounding`: the recipient that takes the odd cents of percentages; null: the
 * merchant. */
export interface Split {
  parts: SplitPart[]
  rounding?: string | null
}

/** `value`: minor units of a fixed part, basis points of a percentage, 0 for the remainder. `recipient` null: the
 * merchant. */
export interface SplitPart {
  kind: 'fixed' | 'percent' | 'remainder'
  value?: number
  recipient?: string | null
}

/** A saved split. `agreed` gives each share, of R$ 100.00. */
export interface SplitRule {
  id: string
  created_at: string
  name: string
  split: Split
  agreed: AgreedPart[]
  company_id: number
}

export interface SplitRuleInput {
  name: string
  split: Split
}

/** A new first day, only before the payer approves. */
export interface StartInput {
  starts_on: string
}

/** `reduction` (abatimento) applies on every day, `discount` up to the due date, `fine` and `interest` after it. */
export interface Terms {
  fine?: FineTerm | null
  interest?: InterestTerm | null
  reduction?: FineTerm | null
  discount?: DiscountTerm | null
}

/** One withdrawal as lists and Commands return it. `gross` is what leaves the balance: amount and fee. `returned`:
 * the part of the amount that was returned since. */
export interface Transfer {
  id: string
  created_at: string
  end_to_end_id: string | null
  method: string
  bank_account_id: string
  holder_name: string
  holder_document: string
  kind: string
  ispb: string | null
  compe: string | null
  bank_name: string | null
  branch: string | null
  number: string | null
  account_type: string | null
  pix_key: string | null
  gross: Money
  fee: Money
  amount: Money
  returned: Money
  status: string
  scheduled_for: string | null
  ended_at: string | null
  fail_code: string | null
  last_error: string | null
  blocked_reason: string | null
  description: string | null
  origin: string
  actor: string
  company_id: number
}

/** A withdrawal. `amount` is what arrives, `fee` comes on top; `end_to_end_id` is of the newest payout order.
 * `returned`: the part of the amount that was returned; the status stays `done`. */
export interface WithdrawalTold {
  object: 'withdrawal'
  id: string
  status: string
  bank_account_id: string
  amount: Money
  fee: Money
  returned: Money
  end_to_end_id: string | null
  fail_code: string | null
  created_at: string
  scheduled_for: string | null
  ended_at: string | null
}

/** `kind` is required, because eleven digits may be a CPF or a phone number. */
export interface BankAccountsKeyInput {
  kind: 'cnpj' | 'cpf' | 'email' | 'evp' | 'phone'
  value: string
}

/** `kind` is the name of an event, `data` its payload without names and ids. */
export interface TimelineMoment {
  at: string
  kind: string
  actor: string
  data: Record<string, unknown>
}

/** One attempt to collect. `kind`: AGND (scheduled), NTAG (retry on another day), RIFL (again on the same day). */
export interface RecurrencesAttempt {
  number: number
  settles_on: string | null
  kind: string
  end_to_end_id: string
  status: string
  code: string | null
  reason: string | null
  updated_at: string
}

/** `day`: after today, at most 7 days after the due day. */
export interface RecurrencesRetryInput {
  day: string
}

/** One attempt. `answer`: the first 1,024 characters of the response. `error`: why there was none. */
export interface WebhooksAttempt {
  number: number
  at: string
  duration_ms: number
  status: number | null
  error: string | null
  answer: string
}

export interface WebhooksMoment {
  at: string
  kind: string
  actor: string
}

/** For this many minutes, messages are signed with the former secret too. */
export interface WebhooksRotateInput {
  grace_minutes: number
}

export interface ChargeRow {
  id: string
  created_at: string | null
  txid: string | null
  end_to_end_id: string | null
  payer_name: string | null
  payer_document: string | null
  method: 'pix'
  kind: 'immediate' | 'due' | 'static'
  due_date: string | null
  status: 'created' | 'pending' | 'paid' | 'expired' | 'cancelled' | 'under_review' | 'partially_refunded' | 'refunded' | 'failed'
  reference: string | null
  description: string | null
  amount: Money
  fee: Money
  net: Money
  refunded: Money
  has_refund: boolean
  awaiting_approval: Money
  expires_at: string | null
  paid_at: string | null
  processor: string | null
  batch: string | null
  company_id: number | null
  company_name: string | null
  last_error: string | null
}

export interface RecipientRow {
  id: string
  created_at: string | null
  name: string | null
  document: string | null
  status: 'active' | 'suspended'
  received: Money
  balance: Money
  on_hold: Money
  company_id: number | null
  company_name: string | null
}

export interface RecurrenceRow {
  id: string
  created_at: string | null
  id_rec: string | null
  contract: string | null
  object: string | null
  payer_name: string | null
  payer_document: string | null
  periodicity: 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL'
  starts_on: string | null
  ends_on: string | null
  amount: Money | null
  minimum: Money | null
  retry_policy: 'NAO_PERMITE' | 'PERMITE_3R_7D'
  journey: 'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4'
  agreement: string | null
  automatic: boolean
  next_due: string | null
  failures: number | null
  status: 'created' | 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled' | 'failed'
  end_code: string | null
  processor: string | null
  company_id: number | null
  company_name: string | null
  last_error: string | null
}

export interface SplitRuleRow {
  id: string
  created_at: string | null
  name: string | null
  parts: number | null
  receivers: string | null
  company_id: number | null
  company_name: string | null
}

export interface WebhookDeliveryRow {
  id: string
  created_at: string | null
  endpoint_id: string
  url: string | null
  type: 'charge.created' | 'charge.pending' | 'charge.paid' | 'charge.expired' | 'charge.cancelled' | 'charge.failed' | 'charge.under_review' | 'refund.created' | 'refund.settled' | 'refund.failed' | 'withdrawal.created' | 'withdrawal.pending' | 'withdrawal.in_bank_processing' | 'withdrawal.done' | 'withdrawal.failed' | 'withdrawal.cancelled' | 'withdrawal.blocked' | 'withdrawal.returned' | 'withdrawal.partly_returned' | 'payout.created' | 'payout.queued' | 'payout.on_hold' | 'payout.done' | 'payout.failed' | 'payout.cancelled' | 'payout.rejected' | 'payout.returned' | 'payout.partly_returned' | 'payout_batch.planned' | 'payout_batch.unreadable' | 'payout_batch.authorised' | 'payout_batch.running' | 'payout_batch.paused' | 'payout_batch.done' | 'payout_batch.done_in_part' | 'payout_batch.cancelled' | 'payout_batch.expired' | 'payee.created' | 'payee.checked' | 'payee.owner_changed' | 'payee.blocked' | 'payee.unblocked' | 'deposit.credited' | 'recurrence.created' | 'recurrence.approved' | 'recurrence.rejected' | 'recurrence.expired' | 'recurrence.cancelled' | 'recurring_charge.created' | 'recurring_charge.active' | 'recurring_charge.paid' | 'recurring_charge.rejected' | 'recurring_charge.expired' | 'recurring_charge.cancelled' | 'med_case.opened' | 'med_case.agreed' | 'med_case.disagreed' | 'med_case.recovering' | 'med_case.returned' | 'med_case.partly_returned' | 'med_case.expired' | 'med_case.cancelled' | 'incident.announced' | 'webhook.test'
  subject_id: string | null
  event_id: string
  status: 'waiting' | 'delivered' | 'failed' | 'held'
  attempts: number | null
  last_status: number | null
  last_error: string | null
  next_at: string | null
  ended_at: string | null
  company_id: number | null
}

export interface WebhookRow {
  id: string
  created_at: string | null
  url: string | null
  description: string | null
  events: ('charge.created' | 'charge.pending' | 'charge.paid' | 'charge.expired' | 'charge.cancelled' | 'charge.failed' | 'charge.under_review' | 'refund.created' | 'refund.settled' | 'refund.failed' | 'withdrawal.created' | 'withdrawal.pending' | 'withdrawal.in_bank_processing' | 'withdrawal.done' | 'withdrawal.failed' | 'withdrawal.cancelled' | 'withdrawal.blocked' | 'withdrawal.returned' | 'withdrawal.partly_returned' | 'payout.created' | 'payout.queued' | 'payout.on_hold' | 'payout.done' | 'payout.failed' | 'payout.cancelled' | 'payout.rejected' | 'payout.returned' | 'payout.partly_returned' | 'payout_batch.planned' | 'payout_batch.unreadable' | 'payout_batch.authorised' | 'payout_batch.running' | 'payout_batch.paused' | 'payout_batch.done' | 'payout_batch.done_in_part' | 'payout_batch.cancelled' | 'payout_batch.expired' | 'payee.created' | 'payee.checked' | 'payee.owner_changed' | 'payee.blocked' | 'payee.unblocked' | 'deposit.credited' | 'recurrence.created' | 'recurrence.approved' | 'recurrence.rejected' | 'recurrence.expired' | 'recurrence.cancelled' | 'recurring_charge.created' | 'recurring_charge.active' | 'recurring_charge.paid' | 'recurring_charge.rejected' | 'recurring_charge.expired' | 'recurring_charge.cancelled' | 'med_case.opened' | 'med_case.agreed' | 'med_case.disagreed' | 'med_case.recovering' | 'med_case.returned' | 'med_case.partly_returned' | 'med_case.expired' | 'med_case.cancelled' | 'incident.announced')[]
  status: 'enabled' | 'disabled' | 'suspended'
  waiting: number | null
  failing_since: string | null
  last_success_at: string | null
  grace_until: string | null
  created_by: string | null
  company_id: number | null
  company_name: string | null
}

export interface BatchLineRow {
  id: string | null
  batch_id: string
  number: number | null
  name: string | null
  document: string | null
  kind: string | null
  pix_key: string | null
  pix_key_kind: string | null
  bank_name: string | null
  branch: string | null
  account: string | null
  method: 'pix' | 'ted'
  amount: Money | null
  fee: Money
  scheduled_for: string | null
  description: string | null
  external_id: string | null
  category: 'bad' | 'warned' | 'changed' | 'first' | 'biggest' | 'plain'
  problems: string | null
  warnings: string | null
  excluded_by: string | null
  payout_id: string | null
  status: string | null
  end_to_end_id: string | null
  ended_at: string | null
  fail_code: string | null
  company_id: number | null
}

export interface PayoutReturnRow {
  id: string | null
  returned_at: string | null
  booked_at: string | null
  payment_id: string
  end_to_end_id: string | null
  holder_name: string | null
  amount: Money
  payment_amount: Money
  source: 'bank' | 'claim' | 'receiver'
  reason: string | null
  claim_id: string | null
  company_id: number | null
  company_name: string | null
}

export interface RecurringChargeRow {
  id: string
  created_at: string | null
  due_on: string | null
  txid: string | null
  id_rec: string | null
  contract: string | null
  payer_name: string | null
  payer_document: string | null
  cycle: number | null
  amount: Money
  paid: Money
  fee: Money
  tries: number | null
  next_attempt: string | null
  status: 'created' | 'pending' | 'active' | 'paid' | 'expired' | 'rejected' | 'cancelled' | 'failed'
  end_code: string | null
  agreement: string | null
  paid_at: string | null
  end_to_end_id: string | null
  recurrence_id: string
  company_id: number | null
  company_name: string | null
  last_error: string | null
}

export interface ChargeQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  created_at?: Filter
  txid?: Filter
  end_to_end_id?: Filter
  payer_name?: Filter
  payer_document?: Filter
  method?: Filter
  kind?: Filter
  due_date?: Filter
  status?: Filter
  reference?: Filter
  description?: Filter
  amount?: Filter
  fee?: Filter
  net?: Filter
  refunded?: Filter
  has_refund?: Filter
  awaiting_approval?: Filter
  expires_at?: Filter
  paid_at?: Filter
  processor?: Filter
  batch?: Filter
  company_id?: Filter
  company_name?: Filter
  last_error?: Filter
  created_at_from?: Filter
  created_at_to?: Filter
  amount_from?: Filter
  amount_to?: Filter
  fee_from?: Filter
  fee_to?: Filter
  net_from?: Filter
  net_to?: Filter
  refunded_from?: Filter
  refunded_to?: Filter
  awaiting_approval_from?: Filter
  awaiting_approval_to?: Filter
  expires_at_from?: Filter
  expires_at_to?: Filter
  paid_at_from?: Filter
  paid_at_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface RecipientQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  created_at?: Filter
  name?: Filter
  document?: Filter
  status?: Filter
  received?: Filter
  balance?: Filter
  on_hold?: Filter
  company_id?: Filter
  company_name?: Filter
  created_at_from?: Filter
  created_at_to?: Filter
  received_from?: Filter
  received_to?: Filter
  balance_from?: Filter
  balance_to?: Filter
  on_hold_from?: Filter
  on_hold_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface RecurrenceQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  created_at?: Filter
  id_rec?: Filter
  contract?: Filter
  object?: Filter
  payer_name?: Filter
  payer_document?: Filter
  periodicity?: Filter
  starts_on?: Filter
  ends_on?: Filter
  amount?: Filter
  minimum?: Filter
  retry_policy?: Filter
  journey?: Filter
  agreement?: Filter
  automatic?: Filter
  next_due?: Filter
  failures?: Filter
  status?: Filter
  end_code?: Filter
  processor?: Filter
  company_id?: Filter
  company_name?: Filter
  last_error?: Filter
  created_at_from?: Filter
  created_at_to?: Filter
  amount_from?: Filter
  amount_to?: Filter
  minimum_from?: Filter
  minimum_to?: Filter
  failures_from?: Filter
  failures_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface SplitRuleQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  created_at?: Filter
  name?: Filter
  parts?: Filter
  receivers?: Filter
  company_id?: Filter
  company_name?: Filter
  created_at_from?: Filter
  created_at_to?: Filter
  parts_from?: Filter
  parts_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface WebhookDeliveryQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  created_at?: Filter
  endpoint_id?: Filter
  url?: Filter
  type?: Filter
  subject_id?: Filter
  event_id?: Filter
  status?: Filter
  attempts?: Filter
  last_status?: Filter
  last_error?: Filter
  next_at?: Filter
  ended_at?: Filter
  company_id?: Filter
  created_at_from?: Filter
  created_at_to?: Filter
  attempts_from?: Filter
  attempts_to?: Filter
  last_status_from?: Filter
  last_status_to?: Filter
  next_at_from?: Filter
  next_at_to?: Filter
  ended_at_from?: Filter
  ended_at_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface WebhookQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  created_at?: Filter
  url?: Filter
  description?: Filter
  events?: Filter
  status?: Filter
  waiting?: Filter
  failing_since?: Filter
  last_success_at?: Filter
  grace_until?: Filter
  created_by?: Filter
  company_id?: Filter
  company_name?: Filter
  created_at_from?: Filter
  created_at_to?: Filter
  waiting_from?: Filter
  waiting_to?: Filter
  failing_since_from?: Filter
  failing_since_to?: Filter
  last_success_at_from?: Filter
  last_success_at_to?: Filter
  grace_until_from?: Filter
  grace_until_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface BatchLineQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  batch_id?: Filter
  number?: Filter
  name?: Filter
  document?: Filter
  kind?: Filter
  pix_key?: Filter
  pix_key_kind?: Filter
  bank_name?: Filter
  branch?: Filter
  account?: Filter
  method?: Filter
  amount?: Filter
  fee?: Filter
  scheduled_for?: Filter
  description?: Filter
  external_id?: Filter
  category?: Filter
  problems?: Filter
  warnings?: Filter
  excluded_by?: Filter
  payout_id?: Filter
  status?: Filter
  end_to_end_id?: Filter
  ended_at?: Filter
  fail_code?: Filter
  company_id?: Filter
  number_from?: Filter
  number_to?: Filter
  amount_from?: Filter
  amount_to?: Filter
  fee_from?: Filter
  fee_to?: Filter
  ended_at_from?: Filter
  ended_at_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface PayoutReturnQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  returned_at?: Filter
  booked_at?: Filter
  payment_id?: Filter
  end_to_end_id?: Filter
  holder_name?: Filter
  amount?: Filter
  payment_amount?: Filter
  source?: Filter
  reason?: Filter
  claim_id?: Filter
  company_id?: Filter
  company_name?: Filter
  returned_at_from?: Filter
  returned_at_to?: Filter
  booked_at_from?: Filter
  booked_at_to?: Filter
  amount_from?: Filter
  amount_to?: Filter
  payment_amount_from?: Filter
  payment_amount_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

export interface RecurringChargeQuery {
  page?: Filter
  per_page?: Filter
  order_by?: Filter
  sort?: Filter
  cursor?: Filter
  search?: Filter
  id?: Filter
  created_at?: Filter
  due_on?: Filter
  txid?: Filter
  id_rec?: Filter
  contract?: Filter
  payer_name?: Filter
  payer_document?: Filter
  cycle?: Filter
  amount?: Filter
  paid?: Filter
  fee?: Filter
  tries?: Filter
  next_attempt?: Filter
  status?: Filter
  end_code?: Filter
  agreement?: Filter
  paid_at?: Filter
  end_to_end_id?: Filter
  recurrence_id?: Filter
  company_id?: Filter
  company_name?: Filter
  last_error?: Filter
  created_at_from?: Filter
  created_at_to?: Filter
  due_on_from?: Filter
  due_on_to?: Filter
  cycle_from?: Filter
  cycle_to?: Filter
  amount_from?: Filter
  amount_to?: Filter
  paid_from?: Filter
  paid_to?: Filter
  fee_from?: Filter
  fee_to?: Filter
  tries_from?: Filter
  tries_to?: Filter
  paid_at_from?: Filter
  paid_at_to?: Filter
  company_id_from?: Filter
  company_id_to?: Filter
}

/** What arrives as a webhook; `type` says which. */
export type WebhookMessage =
  | ChargeMessage
  | DepositMessage
  | EndpointMessage
  | IncidentMessage
  | MedCaseMessage
  | PayeeMessage
  | PayoutBatchMessage
  | PayoutMessage
  | RecurrenceMessage
  | RecurringChargeMessage
  | RefundMessage
  | WithdrawalMessage
