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
