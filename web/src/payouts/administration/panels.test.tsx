import { expect, it } from 'vitest'
import type { useT } from '../../app/i18n'
import { secondsOf } from './Panels'

const t = ((key: string, values: object) =>
  [key, ...Object.values(values)].join(' ')) as unknown as ReturnType<typeof useT>

it('says how long payments took in the units in which people count', () => {
  expect([null, 0, 119, 120, 7_199, 7_200, 24_794, 27_540].map((value) => secondsOf(t, value))).toEqual([
    '—',
    'payoutAdmin.seconds 0',
    'payoutAdmin.seconds 119',
    'payoutAdmin.minutes 2',
    'payoutAdmin.minutes 120',
    'payoutAdmin.hours 2 0',
    'payoutAdmin.hours 6 53',
    'payoutAdmin.hours 7 39',
  ])
})
