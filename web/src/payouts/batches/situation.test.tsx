import { expect, it } from 'vitest'
import { setAccount } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { shows } from '../../app/test-page'
import type { BatchRecord } from './batch'
import { Situation } from './Situation'
import { bruno } from './test-batches'

sectionArea(bruno, {}, () => [])

const REQUEST = '0199aaaa-0000-7000-8000-0000000000f1'
const opens = async (batch: Partial<BatchRecord>) => {
  setAccount({ id: 2, name: 'Loja Aurora', unique: true })
  await openUnder('/dashboard/payouts/payments/batches', '/', {
    '/': () => <Situation batch={{ status: 'planned', ...batch } as BatchRecord} />,
  })
}
const leads = () => document.querySelector('a')?.getAttribute('href')

it('says who refused a batch and why, and what can be done now', async () => {
  await opens({
    refused: {
      request: REQUEST,
      status: 'rejected',
      at: '2026-11-20T12:00:00Z',
      actor: 'eva@retaguarda.example',
      reason: 'The invoice is missing',
      error: null,
    },
  })
  await shows('Refused by eva@retaguarda.example')
  await shows('The invoice is missing')
  await shows('then submit it again')
  expect(leads()).toBe(`/dashboard/settings/double-approval/${REQUEST}`)
})

it('says of a batch that was approved in vain what kept it', async () => {
  await opens({
    refused: {
      request: REQUEST,
      status: 'failed',
      at: '2026-11-20T12:00:00Z',
      actor: null,
      reason: null,
      error: 'insufficient_balance',
    },
  })
  await shows('but it could not be submitted')
  await shows('The available balance is too low')
})

it('says how many people still have to approve a batch', async () => {
  await opens({ waits_for: { id: REQUEST, missing: 2 } })
  await shows('2 people still have to approve')
})

const PROGRESS = {
  waiting: 0,
  sent: 0,
  done: 3,
  failed: 2,
  done_amount: { amount: 300, currency: 'BRL' },
  failed_amount: { amount: 200, currency: 'BRL' },
  back: { amount: 0, currency: 'BRL' },
}

it('says who stopped a batch, why, and what of it never leaves', async () => {
  await opens({
    status: 'running',
    ended_at: null,
    progress: { ...PROGRESS, sent: 1 },
    stopped: { at: '2026-11-20T12:00:00Z', by: 'bruno@aurora.example', reason: 'Wrong payroll', lines: 2 },
  })
  await shows('Stopped by bruno@aurora.example')
  await shows('Wrong payroll')
  await shows('2 lines were left out')
  await shows('One payment had gone to the bank already')
})

it('says of a batch that was stopped too late that nothing was left out', async () => {
  await opens({
    status: 'done',
    ended_at: '2026-11-20T12:05:00Z',
    progress: PROGRESS,
    stopped: { at: '2026-11-20T12:00:00Z', by: 'bruno@aurora.example', reason: null, lines: 0 },
  })
  await shows('nothing was left out')
})

it('tells lines that wait from those that the bank has', async () => {
  await opens({
    status: 'running',
    turned: 7,
    good: 7,
    progress: { ...PROGRESS, done: 0, waiting: 5, sent: 1 },
  })
  await shows('7 of 7 lines are payments: 0 paid, one at the bank, 5 waiting')
})
