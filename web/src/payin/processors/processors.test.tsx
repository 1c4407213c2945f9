import { describe, expect, it, vi } from 'vitest'
import { alert, type User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { find, press, shows, type } from '../../app/test-page'
import { ProcessorPage } from './ProcessorPage'
import { ProcessorsList } from './ProcessorsList'
import type { Processor, ProcessorRow } from './processors'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'gateway::all', 'payin::processors:write'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-000000000032'
const ONE = `/v1/payin/processors/${ID}`
const PROCESSOR: Processor = {
  id: ID,
  name: 'Banco B',
  status: 'expiring',
  enabled: true,
  ready: true,
  priority: 200,
  version: 4,
  base_url: 'https://pix.example.com/api/v2',
  token_url: 'https://pix.example.com/oauth/token',
  client_id: 'retaguarda',
  pix_key: 'b@retaguarda.example',
  certificate_subject: 'CN=retaguarda.example',
  certificate_expires_at: '2026-12-01T00:00:00Z',
  testing: false,
  tested_at: '2026-11-20T08:00:00Z',
  tested_ms: 84,
  test_error: null,
  pending: false,
  pending_by: null,
  pending_at: null,
  pending_error: 'invalid_client (401): no reason given',
  created_at: '2026-10-01T08:00:00Z',
  open_charges: 3,
  recurrences: 1,
  hours: [
    { at: '2026-11-20T07:00:00Z', answered: 40, refused: 2, failed: 1, average_ms: 90, slowest_ms: 800 },
  ],
  failures: [{ at: '2026-11-20T07:12:00Z', error: 'ReadTimeout' }],
}
const ROW: ProcessorRow = { ...PROCESSOR, status: 'expiring', calls: 43, failures: 1, average_ms: 90 }

const area = sectionArea(
  diego,
  {
    [`GET ${ONE}`]: PROCESSOR,
    'GET /v1/payin/processors': [ROW],
    'GET /v1/payin/processors/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
  },
  () => [
    import('./commands/acts'),
    import('./commands/ChangeProcessor'),
    import('./commands/NewProcessor'),
    import('./commands/RotateCredentials'),
  ],
)
const open = (path = `/${ID}`) =>
  openUnder('/dashboard/payin/processors', path, { '/list': ProcessorsList, '/$id': ProcessorPage })
const submit = () => press(find('[role=dialog] button[type=submit]'))
const fill = (label: string, text: string) => type(find<HTMLInputElement>('input', label), text)

describe('processors', () => {
  it('stand in their order with how their calls end', async () => {
    await open('/list')
    await Promise.all(['Banco B', 'Certificate ends soon', '90\u00a0ms'].map(shows))
  })

  it('show what waits, what was refused, and what still follows them', async () => {
    await open()
    await Promise.all(
      [
        'invalid_client (401)',
        'The certificate ends within 30 days',
        'CN=retaguarda.example',
        'The bank did not answer in time',
        'The provider knows us',
      ].map(shows),
    )
  })

  it('are given other credentials with every secret typed anew', async () => {
    area.answer(`POST ${ONE}/rotate`, PROCESSOR)
    await open()
    await shows('Banco B')
    await press(find('button', 'New credentials'))
    await shows('They are tested at the provider first')
    expect(find<HTMLInputElement>('input', 'Client secret').value).toBe('')
    await submit()
    await shows('Required')
    await fill('Client secret', 'new-secret')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The new credentials are being tested']))
    expect(area.bodies(`POST ${ONE}/rotate`)).toEqual([
      {
        base_url: PROCESSOR.base_url,
        token_url: PROCESSOR.token_url,
        client_id: 'retaguarda',
        client_secret: 'new-secret',
        pix_key: PROCESSOR.pix_key,
        certificate: null,
        certificate_key: null,
      },
    ])
  })

  it('are changed as they were seen', async () => {
    area.answer(`POST ${ONE}/change`, PROCESSOR)
    await open()
    await shows('Banco B')
    await press(find('button', 'Change'))
    await shows('The lowest number gets the charges')
    await fill('Priority', '10')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The processor was changed']))
    expect(area.bodies(`POST ${ONE}/change`)).toEqual([{ name: 'Banco B', priority: 10, version: 4 }])
  })
})
