import { beforeAll, it } from 'vitest'
import { draw, realTexts, shows } from '../../app/test-page'
import { PlanView } from './PlanView'

beforeAll(() => realTexts())

it.each([
  [2, 'No balance changes by this.'],
  // A merchant's money may be held or freed by it: the plan is made among the provider's own accounts.
  [1, 'None of the provider’s own balances changes by this.'],
])('says of company %i whose balances stay as they are', async (merchant, said) => {
  const plan = { command: 'a:b:c', merchant, changes: [], balances: [], hash: '', about: '', facts: [] }
  await draw(<PlanView plan={plan} words={{ field: () => null, value: String }} takeFocus={false} />)
  await shows(said)
})
