import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { drawInside, sectionArea } from '../../app/test-area'
import { find, press, shows } from '../../app/test-page'
import RefundCharge from './RefundCharge'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::refund:write'],
  internal_user: false,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000061'
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const PATH = `POST /v1/payin/charges/${ID}/refunds`
const planOf = (needs_approval: boolean) => ({
  command: 'payin:refund:create',
  merchant: 2,
  changes: [],
  balances: [],
  about: 'Maria Souza',
  facts: [
    { field: 'amount', value: brl(6_000) },
    { field: 'reason', value: 'Pedido cancelado' },
    { field: 'payer_name', value: 'Maria Souza' },
  ],
  hash: 'h',
  needs_approval,
})
const CHARGE = { id: ID, fee: brl(99), refundable: brl(6_000), awaiting_approval: brl(4_000), split: [] }

const area = sectionArea(ana, {})
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))

const button = () => find('[role=dialog] button[type=submit]')

describe('a refund, before it is sent', () => {
  it.each([
    [true, 'Request refund of R$60.00'],
    [false, 'Refund R$60.00'],
  ])(
    'shows the money, the reason and, where it is so (%s), that somebody else approves: "%s"',
    async (asks, words) => {
      area.answer(`${PATH}/plan`, planOf(asks))
      area.answer(PATH, { id: ID })
      const onClose = vi.fn()
      await drawInside(<RefundCharge charge={CHARGE} onClose={onClose} />)
      await shows('R$40.00 of this payment is already reserved')
      await press(button())
      await shows('Left to refund afterwards')
      await shows('R$0.00')
      await shows('Pedido cancelado')
      await shows('The R$0.99 charged on receipt is not returned')
      expect(document.body.textContent.includes('A second person has to approve this')).toBe(asks)
      expect(button().textContent).toBe(words)
      expect(area.bodies(PATH)).toEqual([])
      await press(button())
      await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
      expect(area.bodies(PATH)).toEqual([{ amount: brl(6_000), reason: null, end_to_end_id: null }])
    },
  )
})
