import { describe, expect, it } from 'vitest'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import { ArchivedMonths } from './ArchivedMonths'
import type { ArchivedMonth } from './archive'

const eva: User = {
  id: 'u-eva',
  email: 'eva@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'scheduler::task:read', 'scheduler::task:write', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}
const MONTH: ArchivedMonth = {
  id: '0199aaaa-0000-7000-8000-00000000000a',
  month: '2026-01',
  messages: 41_200,
  written_at: '2026-02-03T12:00:00Z',
  status: 'asked',
  asked_at: '2026-02-04T12:00:00Z',
  asked_by: 'diego@retaguarda.example',
  agreed_at: null,
  agreed_by: null,
  dropped_at: null,
  last_error: null,
  mine: false,
}
const LIST = 'GET /v1/tools/archived-months'
const DROP = `POST /v1/tools/archived-months/${MONTH.id}/drop`
const area = sectionArea(eva, { [LIST]: { readable: true, months: [MONTH] } }, () => [
  import('./commands/archiveActs'),
])
const open = () => openUnder('/dashboard/tools/cron-tasks', '/', { '/': ArchivedMonths })
const button = (name: string) => find<HTMLButtonElement>('button', name)

describe('archived months', () => {
  it('are dropped by a second person, who is told what leaves', async () => {
    area.answer(DROP, { ...MONTH, status: 'dropping' })
    area.answer(`${DROP}/plan`, {
      command: 'tools:archive:drop',
      merchant: 1,
      changes: [{ field: 'status', before: 'asked', after: 'dropping' }],
      balances: [],
      hash: 'x',
      about: '2026-01',
      facts: [],
    })
    await open()
    await Promise.all(['January 2026', '41,200', 'Asked by diego@retaguarda.example'].map(shows))
    await press(button('Agree'))
    await shows('the 41,200 provider messages of this month leave the database for good')
    await shows('Leaving the database')
    await press(find('[role=dialog] button', 'Agree and drop'))
    await expect.poll(() => area.bodies(DROP)).toEqual([{}])
  })

  it('wait for another person than who asked, who may take it back', async () => {
    area.answer(LIST, { readable: true, months: [{ ...MONTH, mine: true }] })
    await open()
    await shows('Waiting for a second person')
    expect([button('Agree').disabled, button('Keep').disabled]).toEqual([true, false])
  })

  it('say why one stayed, and offer it again', async () => {
    const stayed = { ...MONTH, status: 'kept' as const, asked_by: null, last_error: 'message is missing' }
    area.answer(LIST, { readable: true, months: [stayed] })
    await open()
    await shows('Stayed in the database: message is missing')
    expect(button('Drop from the database').disabled).toBe(false)
  })
})
