import { expect, it, vi } from 'vitest'
import type { User } from '../../app/state'
import { drawInside, sectionArea } from '../../app/test-area'
import { shows } from '../../app/test-page'
import SetRule from './commands/SetRule'
import { TryCharge } from './TryCharge'

const DIEGO: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['compliance::rules:read', 'compliance::rules:write'],
  internal_user: true,
  sensitive: false,
}
const TRY = 'POST /v1/compliance/merchant-rules/2/try'
const area = sectionArea(DIEGO, { [TRY]: { decided: 'allow', rule: null, rules: [] } })

it('a charge is tried in the currency of the merchant’s limits', async () => {
  await drawInside(<TryCharge merchant={2} currency="JPY" />)
  await vi.waitFor(() => expect(area.bodies(TRY)).toHaveLength(1))
  expect(area.bodies(TRY)).toMatchObject([{ amount: { amount: 10_000, currency: 'JPY' } }])
  // Yen have no decimals.
  expect(document.querySelector('input')?.value).toMatch(/^10[.,]?000$/)
})

it.each([
  [false, 'Empty: until somebody ends it', 'A rule is off for at most 90 days'],
  [true, 'A rule is off for at most 90 days', 'Empty: until somebody ends it'],
])('the form of a rule that is off (%s) tells its own last day', async (off, told, other) => {
  await drawInside(
    <SetRule merchant={2} name="Aurora" rule="Night" base="block" off={off} onClose={() => undefined} />,
  )
  await shows(told)
  expect(document.body.textContent).not.toContain(other)
  // A rule is off whatever the amount, and needs its last day.
  expect(document.body.textContent?.includes('From this amount on')).toBe(!off)
  expect(document.body.textContent?.match(/optional/g) ?? []).toHaveLength(off ? 0 : 2)
  expect(document.body.textContent).toContain('Night · Aurora')
})
