import { beforeEach, expect, it } from 'vitest'
import { setAccount, type User } from '../../app/state'
import { drawInside, openUnder, sectionArea } from '../../app/test-area'
import { find, shows } from '../../app/test-page'
import { DecideHit } from './forms'
import { ListsList, WhitelistList } from './ScreeningLists'
import type { Hit, PairRow } from './screening'

const DIEGO: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['compliance::screening:read', 'compliance::screening:write'],
  internal_user: true,
  sensitive: false,
}

const proposedBy = (created_by: string) =>
  ({
    id: '0199aaaa-0000-7000-8000-0000000000d1',
    created_at: '2026-11-20T12:00:00Z',
    shown: 'João Pereira',
    listed: 'JOAO PEREIRA',
    list: 'OFAC',
    status: 'proposed',
    created_by,
  }) as PairRow

const area = sectionArea(DIEGO, {
  'GET /v1/compliance/whitelist/facets': { total: { count: 1, sums: {}, estimated: false }, columns: {} },
})
beforeEach(() => setAccount({ id: 'all', name: '', unique: false }))
const open = async (by: string) => {
  area.answer('GET /v1/compliance/whitelist', [proposedBy(by)])
  await openUnder('/dashboard/compliance/document-check/whitelist', '/', { '/': WhitelistList })
  await shows('JOAO PEREIRA')
}

it('offers a proposed pair to another person', async () => {
  await open('eva@retaguarda.example')
  find('button', 'Agree')
})

it('tells whoever proposed a pair that someone else decides, and offers nothing', async () => {
  await open(DIEGO.email)
  await shows('Someone else decides')
  expect([...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Agree')).toBe(
    false,
  )
})

it('tells no version of a list that was never read', async () => {
  area.answer('GET /v1/compliance/lists', [
    { id: 'ceis', name: 'CEIS — CGU', kind: 'ceis', number: 0, entries: 0, stale: true, threshold: 85 },
  ])
  area.answer('GET /v1/compliance/lists/facets', {
    total: { count: 1, sums: {}, estimated: false },
    columns: {},
  })
  await openUnder('/dashboard/compliance/document-check/lists', '/', { '/': ListsList })
  await shows('Never read')
  const titles = [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent)
  const cells = document.querySelectorAll('tbody tr:first-child > *')
  expect(cells[titles.indexOf('Version')]?.textContent).toBe('—')
})

it.each([
  ['confirm', 0],
  ['not_the_one', 1],
] as const)('asks for a day of the whitelist only where the pair is no hit: %s', async (decision, days) => {
  const hit = { id: '0199aaaa-0000-7000-8000-0000000000d2', subject: 'João Pereira', listed: 'JOAO PEREIRA' }
  await drawInside(<DecideHit hit={hit as Hit} decision={decision} onClose={() => {}} />)
  await shows('Comment')
  expect(
    [...document.querySelectorAll('label')].filter(({ textContent }) =>
      textContent?.startsWith('Whitelist until'),
    ),
  ).toHaveLength(days)
})
