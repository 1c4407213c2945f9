import { beforeEach, expect, it } from 'vitest'
import { setAccount } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { shows } from '../../app/test-page'
import { BatchPage } from './BatchPage'
import type { BatchRecord } from './batch'
import { bruno } from './test-batches'

const ID = '0199aaaa-0000-7000-8000-0000000000f2'
const none = { amount: 0, currency: 'BRL' }
const BATCH: BatchRecord = {
  id: ID,
  company_id: 2,
  company_name: 'Loja Aurora',
  name: 'Folha',
  actor: 'bruno@aurora.example',
  created_at: '2026-11-20T12:00:00Z',
  planned_at: null,
  turned: 3,
  good: 3,
  categories: [],
  looked: [],
  timeline: [],
  stopped: null,
  to_send_again: 0,
  progress: { waiting: 0, sent: 0, done: 0, failed: 0, done_amount: none, failed_amount: none, back: none },
} as unknown as BatchRecord

const area = sectionArea(bruno, {}, () => [])
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))
const buttons = async (
  status: BatchRecord['status'],
  progress: Partial<BatchRecord['progress']>,
  more: Partial<BatchRecord> = {},
) => {
  area.answer(`GET /v1/payouts/batches/${ID}`, {
    ...BATCH,
    status,
    ...more,
    progress: { ...BATCH.progress, ...progress },
  })
  await openUnder('/dashboard/payouts/payments/batches', `/${ID}`, { '/$id': BatchPage })
  await shows('Folha')
  return [...document.querySelectorAll('main button, button')].map(({ textContent }) => textContent)
}

it('stops payments that the bank was not asked for, though each line is one already', async () => {
  expect(await buttons('running', { waiting: 2, sent: 1 })).toContain('Stop the rest')
})

it('has nothing to stop once the bank was asked for all', async () => {
  expect(await buttons('running', { sent: 3 })).not.toContain('Stop the rest')
})

it('does not stop again what was stopped, nor goes on with it', async () => {
  const stopped = { at: '2026-11-20T12:00:00Z', by: 'bruno@aurora.example', reason: null, lines: 2 }
  const found = await buttons('paused', { waiting: 2, sent: 1 }, { turned: 1, stopped })
  expect(found).not.toContain('Stop the rest')
  expect(found).not.toContain('Resume')
})

it('sends again as many lines as the act would', async () => {
  expect(await buttons('done', { done: 3 }, { to_send_again: 1 })).toContain('Send the failed again')
})

it.each(['done', 'done_in_part'] as const)(
  'offers nothing to send again of a batch that is %s where only a part of a line came back',
  async (status) => {
    const back = { amount: 1_000, currency: 'BRL' }
    expect(await buttons(status, { done: 3, back }, { to_send_again: 0 })).not.toContain(
      'Send the failed again',
    )
  },
)
