import { beforeEach, expect, it, vi } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { SettingsList } from './SettingsList'
import { SettingsPage } from './SettingsPage'
import { feeWords, type MethodSettings, type Settings } from './settings'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['gateway::all'],
  internal_user: true,
  sensitive: false,
}

const brl = (amount: number) => ({ amount, currency: 'BRL' as const })
const method = (name: MethodSettings['method'], more: Partial<MethodSettings> = {}): MethodSettings => ({
  method: name,
  accepted: true,
  percentage: '0.99',
  fixed: brl(0),
  own: [],
  ...more,
})
const ONE: Settings = {
  company_id: 2,
  company_name: 'Loja Aurora',
  version: 3,
  minimum: brl(1000),
  maximum: null,
  expires_in: 3600,
  valid_days: 30,
  percentage: '0.99',
  methods: [
    method('immediate'),
    method('due', { percentage: '0.79', fixed: brl(99), own: ['percentage', 'fixed'] }),
    method('static'),
    method('automatic', { accepted: false, own: ['accepted'] }),
  ],
  own: ['minimum', 'expires_in'],
  history: [
    {
      at: '2026-11-20T12:00:00Z',
      by: 'eva@retaguarda.example',
      changes: [
        { field: 'minimum', before: null, after: brl(1000) },
        { field: 'automatic_accepted', before: true, after: false },
      ],
    },
  ],
}
const PATH = '/v1/payin/settings/2'
const area = sectionArea(diego, { [`GET ${PATH}`]: ONE }, () => [import('./ChangeSettings')])
beforeEach(() => setAccount({ id: 'all', name: 'All', unique: false }))

const open = (path: string) =>
  openUnder('/dashboard/payin/settings/overview', path, {
    '': () => <SettingsList />,
    '/$id': () => <SettingsPage />,
  })

it('shows what is a merchant’s own, what is the house’s, and who changed it', async () => {
  await open('/2')
  await shows('0.79')
  await shows('1 hour')
  await shows('30 days (House default)')
  await shows('Pix Automático: Accepted')
  await shows('Yes → No')
  await shows('eva@retaguarda.example')
})

it('changes all that is its own at once, by the version that was seen', async () => {
  area.answer(`PUT ${PATH}/plan`, {
    command: 'payin:settings:set',
    merchant: 2,
    changes: [{ field: 'expires_in', before: 3600, after: 7200 }],
    balances: [],
    hash: 'h',
    about: '',
    facts: [],
  })
  area.answer(`PUT ${PATH}`, ONE)
  await open('/2')
  await shows('Change')
  await press(find('button', 'Change'))
  await shows('Days after the due date')
  const expiry = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find(
    ({ value, inputMode }) => value === '1' && inputMode === 'numeric',
  )
  await type(expiry!, '2')
  await press(find('[role=dialog] button[type=submit]'))
  await shows('2 hours')
  await press(find('[role=dialog] button[type=submit]'))
  await vi.waitFor(() => expect(area.bodies(`PUT ${PATH}`)).toHaveLength(1))
  expect(area.bodies(`PUT ${PATH}`)).toEqual([
    {
      version: 3,
      minimum: brl(1000),
      maximum: null,
      expires_in: 7200,
      valid_days: null,
      percentage: null,
      immediate: null,
      due: { accepted: null, percentage: '0.79', fixed: brl(99) },
      static: null,
      automatic: { accepted: 'no', percentage: null, fixed: null },
    },
  ])
})

it('says a fee without what is nothing of it', () => {
  expect(feeWords('en', '0.79', brl(99)).replaceAll(/\s/g, ' ')).toBe('0.79% + R$0.99')
  expect(feeWords('pt', '0.79', brl(0)).replaceAll(/\s/g, ' ')).toBe('0,79%')
  expect(feeWords('pt', '0.00', brl(150)).replaceAll(/\s/g, ' ')).toBe('R$ 1,50')
})
