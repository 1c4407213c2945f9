import { DateTime } from '../kit/DateTime'
import { formatAmount, type Money } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList, type ListDefinition, type ListPath } from '../kit/list/definition'
import type { ListPage } from '../kit/list/page'
import { CHARGE_STATUSES } from '../kit/statuses'

/** Rows that nobody's payments are, and lists that show them. */

export type State = 'rows' | 'empty' | 'loading' | 'failed'

interface Sample {
  id: string
  name: string
  status: string
  amount: Money
  created_at: string
}

const NAMES = [
  'Maria Aparecida Souza',
  'João Pedro Lima',
  'Padaria Três Irmãos Ltda',
  'aVeryLongWordThatNobodyCanReadButThatMustStayInsideItsBoxWhateverHappens',
  'مخبز الإخوة الثلاثة',
  '🏪 Loja <b>Aurora</b>',
  '',
]

const ROWS: readonly Sample[] = NAMES.map((name, place) => ({
  id: `019aa4c0-0000-7000-8000-00000000000${place}`,
  name,
  status: CHARGE_STATUSES[place % CHARGE_STATUSES.length]?.value ?? '',
  amount: { amount: 10 ** (place + 2) + place, currency: 'BRL' },
  created_at: `2026-11-20T1${place}:53:00Z`,
}))

const samples = (state: State, path: string): ListDefinition<Sample> =>
  defineList<Sample>({
    name: `showcase.${state}`,
    path: path as ListPath,
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    amount: 'amount',
    search: 'showcase.field.name',
    selectable: true,
    status: { key: 'status', values: CHARGE_STATUSES },
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'showcase.field.day',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'id', kind: 'id', title: 'showcase.record.reference', width: 138 },
      { key: 'name', kind: 'text', title: 'showcase.field.name' },
      { key: 'status', kind: 'status', title: 'showcase.tone.info', width: 190 },
      { key: 'amount', kind: 'money', title: 'common.field.amount', width: 160, currency: 'BRL' },
    ],
    card: ({ name, amount, status, created_at }, text) => ({
      title: name,
      amount: formatAmount(amount, text.language),
      status: <StatusWord values={CHARGE_STATUSES} value={status} text={text} />,
      time: <DateTime at={created_at} />,
    }),
  })

/** No such address is at the server: who asks it waits, or fails. */
const NOWHERE = '/v1/dashboard/kit'
const SOMEWHERE = '/v1/payin/charges'

export const SAMPLES: Record<State, ListDefinition<Sample>> = {
  rows: samples('rows', SOMEWHERE),
  empty: samples('empty', SOMEWHERE),
  loading: samples('loading', NOWHERE),
  failed: samples('failed', NOWHERE),
}

const page = (rows: readonly Sample[]): ListPage<Sample> => ({
  rows: [...rows],
  total: rows.length,
  estimated: false,
  pages: 1,
  hasNext: false,
  cursor: null,
})

/** The answers that are there already. */
export const PAGES: Partial<Record<State, ListPage<Sample>>> = { rows: page(ROWS), empty: page([]) }
