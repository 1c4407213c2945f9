import { expect, it } from 'vitest'
import type { User } from '../app/state'
import { drawInside, sectionArea } from '../app/test-area'
import { shows } from '../app/test-page'
import { ConditionHint } from './ConditionHint'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read'],
  internal_user: true,
  sensitive: false,
}
const area = sectionArea(diego, { 'GET /rbac/companies': [{ id: 2, name: 'Loja Aurora' }] })

it('a condition says its amounts as money and its merchants by name', async () => {
  await drawInside(<ConditionHint hint="CEL" condition="amount > 50000 && hour >= 20 && merchant != 2" />)
  await shows('amount > R$500.00 · merchant != Loja Aurora')
})

it('a condition without amounts says no more than its hint, and asks for no merchants', async () => {
  await drawInside(<ConditionHint hint="CEL" condition="hour >= 20" />)
  await shows('CEL')
  expect(document.body.textContent).not.toContain('Here:')
  expect(area.sent).toEqual([])
})
