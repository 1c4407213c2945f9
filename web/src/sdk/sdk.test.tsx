import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setAccount, type User } from '../app/state'
import { drawInside, openUnder, sectionArea } from '../app/test-area'
import { refused } from '../app/test-kit'
import { find, press, shows, type } from '../app/test-page'
import WriteEndpoint from './commands/WriteEndpoint'
import { SdkKeys } from './keys/SdkKeys'
import type { EndpointRecord } from './sdk'
import { EndpointPage } from './webhooks/EndpointRecord'

const gil: User = {
  id: 'u-gil',
  email: 'gil@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'payin::sdk:view', 'payin::sdk:manage'],
  internal_user: false,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000001'
const SECRET = 'whsec_0123456789abcdef'
const URL_OF_SHOP = 'https://shop.example/hooks'
const ENDPOINT: EndpointRecord = {
  id: ID,
  url: URL_OF_SHOP,
  description: 'Orders',
  events: ['charge.paid'],
  status: 'suspended',
  failing_since: '2026-11-18T12:00:00Z',
  last_success_at: null,
  grace_until: null,
  waiting: 0,
  created_at: '2026-11-01T12:00:00Z',
  created_by: 'gil@merchant.example',
  company_id: 2,
  deliveries: [
    {
      id: '0199aaaa-0000-7000-8000-000000000002',
      endpoint_id: ID,
      event_id: '0199aaaa-0000-7000-8000-000000000003',
      type: 'charge.paid',
      subject_id: '0199aaaa-0000-7000-8000-000000000004',
      status: 'held',
      attempts: 3,
      last_status: null,
      last_error: 'timeout',
      next_at: null,
      created_at: '2026-11-18T12:00:00Z',
      ended_at: null,
      company_id: 2,
    },
  ],
  timeline: [],
}
const KEY = { key: 'pk_x', origins: ['https://shop.example'], created_at: '2026-11-01T12:00:00Z' }
const BASE = '/dashboard/payin/sdk-management'
const CREATE = 'POST /v1/payin/webhooks'
const area = sectionArea(
  gil,
  { [`GET /v1/payin/webhooks/${ID}`]: ENDPOINT, 'GET /v1/payin/checkout-key': KEY },
  () => [import('./commands/acts'), import('./commands/SetOrigins')],
)
const submit = () => press(find('[role=dialog] button[type=submit]'))
const box = (name: string) => {
  const label = [...document.querySelectorAll('label')].find((each) => each.textContent === name)
  return label?.querySelector('input') as HTMLInputElement
}

beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))

describe('webhooks', () => {
  it('begin with an address and events, and show their secret once', async () => {
    area.answer(CREATE, refused(400, { url: ['address_refused'] }, 'url leads inside'))
    const closed = vi.fn<() => void>()
    await drawInside(<WriteEndpoint onClose={closed} />)
    await shows('New webhook')
    await type(find<HTMLInputElement>('input', 'Address'), 'https://intranet/')
    await submit()
    await shows('The address leads into a private network')
    area.answer(CREATE, { ...ENDPOINT, secret: SECRET })
    await type(find<HTMLInputElement>('input', 'Address'), URL_OF_SHOP)
    await press(box('Refund completed'))
    await submit()
    await shows(SECRET)
    expect(area.bodies(CREATE).at(-1)).toEqual({
      url: URL_OF_SHOP,
      events: ['charge.paid'],
      description: null,
    })
    expect(find<HTMLButtonElement>('button', 'Done').disabled).toBe(true)
    await press(box('I have stored it'))
    await press(find('button', 'Done'))
    expect(closed).toHaveBeenCalledOnce()
  })

  it('say why one is off, and what was held is sent once it is on', async () => {
    area.answer(`POST /v1/payin/webhooks/${ID}/enable`, ENDPOINT)
    await openUnder(BASE, `/webhooks/${ID}`, { '/webhooks/$id': EndpointPage })
    await shows('switched off after three days')
    await shows('No answer within 10 seconds')
    await press(find('button', `What to do with ${URL_OF_SHOP}`))
    await vi.waitFor(() => find('[role=menuitem]', 'Switch on'))
    await press(find('[role=menuitem]', 'Switch on'))
    await shows('Send now what happened while it was off')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The webhook is on']))
    expect(area.bodies(`POST /v1/payin/webhooks/${ID}/enable`)).toEqual([{ send_held: true }])
  })
})

describe('the publishable key', () => {
  it('works from the pages that are set, one a line', async () => {
    area.answer('PUT /v1/payin/checkout-key', KEY)
    await openUnder(BASE, '', { '': SdkKeys })
    await shows('pk_x')
    expect(find('a', 'API reference').getAttribute('href')).toBe('/docs/api')
    await press(find('button', 'Allowed domains'))
    await shows('One a line')
    await type(
      find<HTMLTextAreaElement>('textarea', 'Pages that may use it'),
      'https://a.example\nhttps://b.example',
    )
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The pages were set']))
    expect(area.bodies('PUT /v1/payin/checkout-key')).toEqual([
      { origins: ['https://a.example', 'https://b.example'] },
    ])
  })
})
