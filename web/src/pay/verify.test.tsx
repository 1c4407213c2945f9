import { beforeAll, beforeEach, expect, it } from 'vitest'
import { queries } from '../app/queries'
import { fakeNetwork, HttpResponse, http } from '../app/test-kit'
import { realTexts, shows } from '../app/test-page'
import { drawRouted } from '../kit/modal/test-routed'
import type { VerifiedReceipt } from './link'
import { VerifyPage } from './VerifyPage'

beforeAll(() => realTexts())
// Every test here asks for the same receipt.
beforeEach(() => queries.clear())

const RECEIPT: VerifiedReceipt = {
  status: 'done',
  kind: 'payment',
  amount: { amount: 12_000, currency: 'BRL' },
  returned: { amount: 0, currency: 'BRL' },
  paid_at: '2026-11-20T12:00:00Z',
  returned_at: null,
  time_zone: 'America/Sao_Paulo',
  payer: 'Loja Aurora Comércio Ltda',
  payer_document: 'P3.E2Z.8IQ/9Y7J-64',
  payee: 'João P*** d* S***',
  payee_document: '***.456.789-**',
  bank: 'Banco do Brasil',
  end_to_end_id: 'E12345678…ab12',
  code: 'ABCD-EFGH',
  issuer: 'Retaguarda',
  entry: 7,
  proof: {
    holds: true,
    leaf: '{"v":1}',
    hash: 'ab'.repeat(32),
    path: ['cd'.repeat(32)],
    size: 9,
    root: 'ef'.repeat(32),
    signed_at: '2026-11-20T12:00:01Z',
    key_id: '0a1b2c3d',
  },
}
const network = fakeNetwork()

it('says that a receipt is genuine, with what to compare and the proof', async () => {
  network.use(http.get('*/v1/receipts/*', () => HttpResponse.json(RECEIPT)))
  await drawRouted(VerifyPage)
  await Promise.all(
    [
      'This receipt is genuine',
      'R$120.00',
      'João P*** d* S***',
      'ABCD-EFGH',
      '20 Nov 2026, 09:00:00',
      'Recorded in the signed audit log',
    ].map(shows),
  )
  expect(document.title).toBe('Check a receipt')
})

it('says that the money came back', async () => {
  const back = {
    ...RECEIPT,
    status: 'returned',
    returned: RECEIPT.amount,
    returned_at: '2026-11-21T12:00:00Z',
  }
  network.use(http.get('*/v1/receipts/*', () => HttpResponse.json({ ...back, proof: null, entry: null })))
  await drawRouted(VerifyPage)
  await shows('Genuine, but the money came back')
  await shows("The payee's bank returned R$120.00 on 21 Nov 2026, 09:00:00.")
})

it('says that we issued no such receipt', async () => {
  network.use(http.get('*/v1/receipts/*', () => HttpResponse.json({ message: 'not_found' }, { status: 404 })))
  await drawRouted(VerifyPage)
  await shows('We issued no such receipt')
})
