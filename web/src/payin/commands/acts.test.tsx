import { describe, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { drawInside, sectionArea } from '../../app/test-area'
import { find, press, shows } from '../../app/test-page'
import Acts from './acts'

const ana: User = {
  id: 'u-ana',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::payment:read', 'payin::payment:write'],
  internal_user: false,
  sensitive: false,
}
const ID = '0199aaaa-0000-7000-8000-000000000051'
const planOf = (before: string) => ({
  command: 'payin',
  merchant: 2,
  changes: [{ field: 'status', before, after: 'x' }],
  balances: [],
  about: '',
  facts: [],
  hash: 'x',
})

const area = sectionArea(ana, {})

describe('what needs no words of the person', () => {
  it.each([
    ['cancel', 'Cancel this charge?', 'pending', 'charges', 'cancel'],
    ['retry', 'Send the charge again?', 'failed', 'charges', 'retry'],
    ['disable_code', 'Disable this code?', 'active', 'codes', 'disable'],
  ] as const)(
    '%s asks "%s" with what would happen, does it once, and closes',
    async (what, title, before, list, path) => {
      const call = `POST /v1/payin/${list}/${ID}/${path}`
      setAccount({ id: 2, name: 'Loja Aurora', unique: true })
      area.answer(`${call}/plan`, planOf(before))
      area.answer(call, { id: ID })
      const onClose = vi.fn()
      await drawInside(<Acts id={ID} what={what} onClose={onClose} />)
      await shows(title)
      await shows({ pending: 'Pending', failed: 'Failed', active: 'Active' }[before])
      expect(area.bodies(call)).toEqual([])
      await press(find('[role=dialog] button[type=submit]'))
      await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
      expect(area.bodies(call)).toEqual([{}])
    },
  )
})
