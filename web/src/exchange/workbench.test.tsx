import { describe, expect, it } from 'vitest'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { find, press, shows } from '../app/test-page'
import { WorkbenchPage } from './c220/WorkbenchPage'

const ID = '0199aaaa-0000-7000-8000-0000000000e1'
const COMPARISON = '0199aaaa-0000-7000-8000-0000000000e2'
const OPERATION = '0199aaaa-0000-7000-8000-0000000000e3'
const eva: User = {
  id: 'u-eva',
  email: 'eva@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['conciliation::C220:read', 'conciliation::C220:write'],
  internal_user: true,
  sensitive: false,
}
const comparison = (more: object) => ({
  id: COMPARISON,
  version: 1,
  sha256: 'aa11',
  sha256_again: 'aa11',
  rows: 9,
  rows_again: 9,
  rows_now: 9,
  differences: 0,
  listed: 0,
  without_act: 0,
  created_at: '2026-11-23T12:00:00Z',
  created_by: eva.email,
  ...more,
})
const request = {
  id: ID,
  layout: 'acam220',
  document: 'C220',
  number: 'BCB 2026/0398',
  filer_document: '11222333000181',
  filer_name: 'Banco Porto Alto',
  period_from: '2026-11-01',
  period_to: '2026-11-23',
  received_on: '2026-11-23',
  due_on: '2026-11-25',
  days_left: 2,
  state: 'delivered',
  version: 1,
  protocol: 'STA-1',
  delivered_at: '2026-11-23T12:00:00Z',
  answered_at: null,
  reason: null,
}
const WORKBENCH = `GET /v1/exchange/c220/${ID}/workbench`
const DIFFERENCES = 'GET /v1/exchange/c220-differences'
const COMPARE = `POST /v1/exchange/c220/${ID}/compare`

const bench = (...comparisons: object[]) => ({ request, columns: [], versions: [], comparisons })
const area = sectionArea(eva, { [WORKBENCH]: bench(), [COMPARE]: comparison({}) }, () => [
  import('./c220/commands/Compare'),
])
const open = () =>
  openUnder('/dashboard/exchange/c220', `/${ID}/workbench`, { '/$id/workbench': WorkbenchPage })

describe('the workbench of a filed document', () => {
  it('compares the version that is shown', async () => {
    await open()
    await shows('Version 1 has not been compared yet.')
    await press(find('button', 'Compare with today'))
    await shows('Compare version 1 with today?')
    await press(find('button', 'Compare'))
    await expect.poll(() => area.bodies(COMPARE)).toEqual([{ version: 1 }])
  })

  it('says that a file stands bit for bit, and that no cell differs', async () => {
    area.answer(WORKBENCH, bench(comparison({})))
    await open()
    await shows('Rebuilt bit for bit: the SHA-256 is that of the filed version.')
    await shows('Today’s data gives exactly the filed file.')
  })

  it('names whose act changed a cell, and where there is none', async () => {
    area.answer(
      WORKBENCH,
      bench(comparison({ sha256_again: 'bb22', differences: 2, listed: 2, without_act: 1 })),
    )
    const row = { comparison_id: COMPARISON, source: OPERATION, version: 1, request: request.number }
    area.answer(DIFFERENCES, [
      {
        ...row,
        id: `${COMPARISON}:1`,
        place: 1,
        finding: 'no_act',
        kind: 'changed',
        line: 4,
        cell: 'pais_contraparte',
        before: 'US',
        after: 'CA',
        again: 'CA',
        acts: 0,
      },
      {
        ...row,
        id: `${COMPARISON}:2`,
        place: 2,
        finding: 'act',
        kind: 'changed',
        line: 7,
        cell: 'registro_operacao_cambial',
        before: '',
        after: '000260009876',
        again: '',
        acts: 1,
        act_name: 'exchange:closing:number',
        act_by: 'diego@retaguarda.example',
        act_subject: OPERATION,
        act_at: '2026-11-23T13:00:00Z',
      },
    ])
    await open()
    await shows('The rebuilt file is not the filed one. Its data was changed outside the system.')
    await shows('rebuilt: CA')
    await shows('diego@retaguarda.example')
    const act = find<HTMLAnchorElement>('a', 'Exchange closing: registry number written')
    expect(act.getAttribute('href')).toBe(`/dashboard/exchange/transactions/closing/${OPERATION}`)
    await press(find('[role=tab]', 'No act found'))
    const asked = () =>
      area.sent.filter(({ call }) => call === DIFFERENCES).map(({ query }) => query.get('finding'))
    await expect.poll(asked).toEqual([null, 'no_act'])
  })
})
