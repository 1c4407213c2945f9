import { beforeAll, expect, it } from 'vitest'
import { fakeNetwork, HttpResponse, http } from '../app/test-kit'
import { realTexts, shows } from '../app/test-page'
import { drawRouted } from '../kit/modal/test-routed'
import { PayPage } from './PayPage'

beforeAll(() => realTexts())

const CHARGE = {
  id: '0198b2a0-0000-7000-8000-000000000001',
  status: 'pending',
  final: false,
  amount: { amount: 4_200, currency: 'BRL' },
  merchant: 'Loja Aurora',
  expires_at: '2030-11-20T12:00:00Z',
  paid_at: null,
  br_code: '00020101',
  code: { size: 21, path: 'M4 4h7v1H4z' },
}
const network = fakeNetwork()

it('whoever opens a link sees whom they pay, how much, and the code', async () => {
  network.use(http.get('*/v1/checkout/links/*', () => HttpResponse.json(CHARGE)))
  await drawRouted(PayPage)
  await shows('Loja Aurora')
  await shows('R$42.00')
  expect(document.querySelector('textarea')?.value).toBe('00020101')
  expect(document.title).toBe('Pay Loja Aurora with Pix')
})
