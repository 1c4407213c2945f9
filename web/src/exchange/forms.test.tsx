import { describe, expect, it } from 'vitest'
import type { User } from '../app/state'
import { drawInside, sectionArea } from '../app/test-area'
import { choose, find, press, shows, type } from '../app/test-page'
import BankActs from './banks/commands/acts'
import ClosingActs from './closings/commands/acts'
import type { Bank, Closing } from './exchange'
import Quote from './operations/commands/Quote'

const ID = '0199aaaa-0000-7000-8000-0000000000e1'
const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'efx::merchantAgreement:write', 'efx::exchangeBank:write'],
  internal_user: true,
  sensitive: false,
}
const OPERATIONS = 'POST /v1/exchange/operations/plan'
const SPREAD = `POST /v1/exchange/banks/${ID}/set-spread`
const AGREE = `POST /v1/exchange/closings/${ID}/agree`

const area = sectionArea(diego, {
  [OPERATIONS]: { id: ID },
  [SPREAD]: { id: ID },
  [AGREE]: { id: ID },
})
const close = () => undefined
const BANK = {
  id: ID,
  name: 'Banco Porto Alto',
  currencies: [{ currency: 'TND' }, { currency: 'JPY' }],
} as unknown as Bank
const CLOSING = { id: ID, reference: 'FX-1', bank: 'Banco Porto Alto', rate: null } as unknown as Closing

describe('the form of a price', () => {
  it.each(['1.234', '-5', '5.001'])('asks for none while nobody can read the amount: %s', async (amount) => {
    await drawInside(<Quote onClose={close} />)
    await shows('Amount, USD')
    await type(find<HTMLInputElement>('input', 'Amount, USD'), amount)
    await press(find('button', 'Continue'))
    expect(area.bodies(OPERATIONS)).toEqual([])
    expect(find('input', 'Amount, USD').getAttribute('aria-invalid')).toBe('true')
  })

  it('asks for the amount in cents of the currency', async () => {
    await drawInside(<Quote onClose={close} />)
    await shows('Amount, USD')
    await type(find<HTMLInputElement>('input', 'Amount, USD'), '1,234.50')
    await press(find('button', 'Continue'))
    await expect
      .poll(() => area.bodies(OPERATIONS)[0])
      .toMatchObject({ amount: { amount: 123_450, currency: 'USD' }, currency: 'USD', direction: 'out' })
  })
})

describe('an amount of one currency', () => {
  it('is none of another, whose minor units are others', async () => {
    await drawInside(<Quote onClose={close} />)
    await shows('Amount, USD')
    await type(find<HTMLInputElement>('input', 'Amount, USD'), '100.00')
    await press(find('button', 'Currency'))
    await choose('JPY')
    expect(find<HTMLInputElement>('input', 'Amount, JPY').value).toBe('')
    await press(find('button', 'Continue'))
    expect(area.bodies(OPERATIONS)).toEqual([])
  })
})

describe('the form of a spread', () => {
  it('does not leave without an amount that was typed and may be left out', async () => {
    await drawInside(<BankActs what="spread" bank={BANK} onClose={close} />)
    await shows('Spread of Banco Porto Alto')
    await type(find<HTMLInputElement>('input', 'From amount'), '1,23.4')
    await press(find('button', 'Add'))
    await shows('This is not an amount')
    expect(area.bodies(SPREAD)).toEqual([])
  })
})

describe('the form of a rate', () => {
  it('sends the rate as it was typed, and for how long it holds', async () => {
    await drawInside(<ClosingActs what="agree" closing={CLOSING} onClose={close} />)
    await shows('Rate of Banco Porto Alto')
    await press(find('button', 'Agree'))
    await shows('Required')
    expect(area.bodies(AGREE)).toEqual([])
    await type(find<HTMLInputElement>('input', 'Bank’s rate'), '5.4120')
    await press(find('button', 'Agree'))
    await expect.poll(() => area.bodies(AGREE)).toEqual([{ rate: '5.4120', minutes: 10 }])
  })
})
