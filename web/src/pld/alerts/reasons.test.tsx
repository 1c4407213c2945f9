import { expect, it } from 'vitest'
import type { User } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { shows } from '../../app/test-page'
import { ReasonsPage } from './ReasonsPage'

const analyst: User = {
  id: 'u-vera',
  email: 'vera@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'compliance::occurrences:read', 'auth::twoFactor'],
  internal_user: true,
  sensitive: false,
}

sectionArea(
  analyst,
  {
    'GET /v1/pld-engine/alerts/reasons': [
      { id: 'seasonal', name: 'Season', description: 'A peak', category: 'explained' },
      { id: 'duplicate', name: 'Duplicate', description: 'Another alert', category: 'false_positive' },
    ],
  },
  () => [],
)

it('the reasons for closing an alert are listed in words, with what they mean and their code', async () => {
  await openUnder('/dashboard/compliance/pld-alert-management', '/reasons', { '/reasons': ReasonsPage })
  await Promise.all(
    [
      'The business has this peak every year.',
      'It happened, and is explained',
      'False alarm',
      'seasonal',
    ].map(shows),
  )
  expect(document.querySelectorAll('tbody tr')).toHaveLength(2)
})
