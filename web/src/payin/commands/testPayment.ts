import { api, body } from '../../app/api'
import { newIntent } from '../../kit/command/intent'
import { sendCommand } from '../../kit/command/send'
import type { Charge } from '../charge'

/** Between two looks at a charge that is being registered, and how many there are. */
const PAUSE_MS = 400
const LOOKS = 50

/** R$1.00 to R$500.99, so that nobody takes one for another. */
const amount = () => 100 + Math.floor(Math.random() * 50_000)

/** Creates a charge; null where a second person has to approve it. */
export async function createTestCharge(): Promise<Charge | null> {
  const input = {
    amount: { amount: amount(), currency: 'BRL' },
    payer: { name: 'Maria Teste', document: '52998224725' },
    reference: `Teste ${crypto.randomUUID().slice(0, 8)}`,
  }
  const { data, response } = await sendCommand(
    'payin:charge:create',
    {},
    input as Parameters<typeof sendCommand<'payin:charge:create'>>[2],
    { 'Idempotency-Key': newIntent().keyFor(input) },
  )
  return response.status === 202 ? null : data
}

/** Waits until it has its code, or will have none. */
async function registered(id: string, looks: number): Promise<void> {
  const { br_code, status } = await body(api.GET('/v1/payin/charges/{id}', { params: { path: { id } } }))
  if (br_code || status !== 'created' || looks === 0) return
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  await registered(id, looks - 1)
}

/** Lets the sandbox bank pay it, as soon as it has its code. */
export async function payTestCharge(id: string): Promise<void> {
  await registered(id, LOOKS)
  await body(api.POST('/v1/payin/charges/{id}/trial-payment', { params: { path: { id } } }))
}
