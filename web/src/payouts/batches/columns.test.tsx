import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alert, setAccount } from '../../app/state'
import { openUnder, sectionArea } from '../../app/test-area'
import { choose, find, press, shows, type } from '../../app/test-page'
import { BatchesList } from './BatchesList'
import type { ColumnTemplate } from './columnTemplates'
import { bruno } from './test-batches'

const SAVED: ColumnTemplate = {
  id: '0199aaaa-0000-7000-8000-0000000000c1',
  name: 'Payroll',
  version: 1,
  columns: { name: 'Beneficiary', document: 'Tax id', amount: 'Net', pix_key: 'Pix' },
  created_at: '2026-11-20T12:00:00Z',
  actor: bruno.email,
  retired_at: null,
}

const area = sectionArea(
  bruno,
  {
    'GET /v1/payouts/batches': [],
    'GET /v1/payouts/batches/facets': { total: { count: 0, sums: {}, estimated: false }, columns: {} },
    'GET /v1/payouts/batch-mappings': [],
  },
  () => [import('./commands/SaveColumns'), import('./commands/templateActs'), import('./commands/Paste')],
)
beforeEach(() => setAccount({ id: 2, name: 'Loja Aurora', unique: true }))

const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )
  return document.getElementById(found!.htmlFor) as HTMLInputElement
}

describe('the columns of a merchant’s own table', () => {
  it('are named once, with what every payment needs, and are chosen from then on', async () => {
    area.answer('POST /v1/payouts/batch-mappings', SAVED)
    await openUnder('/dashboard/payouts/payments/list-batches', '/', { '/': BatchesList })
    await shows('Named as we name them')
    await press(find('button', 'Name your columns'))
    await shows('Name of the template')
    await press(find('button', 'Save template'))
    expect(area.bodies('POST /v1/payouts/batch-mappings')).toEqual([])
    await type(field('Name of the template'), 'Payroll')
    for (const [label, heading] of [
      ['Name', 'Beneficiary'],
      ['Document', 'Tax id'],
      ['Amount', 'Net'],
      ['Pix key', 'Pix'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await type(
        [...document.querySelectorAll('label')]
          .filter(({ textContent }) => textContent?.replace('*', '').trim() === label)
          .map(({ htmlFor }) => document.getElementById(htmlFor) as HTMLInputElement)[0]!,
        heading,
      )
    }
    area.answer('GET /v1/payouts/batch-mappings', [SAVED])
    await press(find('button', 'Save template'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Template saved']))
    expect(area.bodies('POST /v1/payouts/batch-mappings')).toEqual([
      { name: 'Payroll', columns: SAVED.columns },
    ])
    await shows('Payroll · version 1')
    await shows('Change this template')
  }, 15_000)

  it('are taken out of use, and no more offered', async () => {
    area.answer('GET /v1/payouts/batch-mappings', [SAVED])
    const path = `POST /v1/payouts/batch-mappings/${SAVED.id}/retire`
    area.answer(path, { ...SAVED, retired_at: SAVED.created_at })
    await openUnder('/dashboard/payouts/payments/list-batches', '/', { '/': BatchesList })
    await shows('Name your columns')
    expect(document.body.textContent).not.toContain('Take it out of use')
    await press(field('Columns of the file'))
    await choose('Payroll · version 1')
    await press(find('button', 'Take it out of use'))
    await shows('Take “Payroll” out of use?')
    expect(area.bodies(path)).toEqual([])
    area.answer('GET /v1/payouts/batch-mappings', [])
    await press(find('button', 'Take out of use'))
    await vi.waitFor(() => expect(alert.get().message).toEqual(['Template taken out of use']))
    await shows('Name your columns')
    expect(area.bodies(path)).toHaveLength(1)
  }, 15_000)
})
