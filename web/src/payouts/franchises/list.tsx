import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDocument, formatShare } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { QUALIFICATIONS, STATUSES, type UnitRow, unitPath } from './unit'

/** With every merchant in sight, whose unit it is stands in the list too. */
const units = (ofAll: boolean) =>
  defineList<UnitRow>({
    name: ofAll ? 'payouts.franchises.all' : 'payouts.franchises',
    path: '/v1/payouts/franchises',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: STATUSES },
    choices: [
      {
        key: 'qualification',
        options: QUALIFICATIONS.map(({ value, label }) => ({ value, label })),
      },
    ],
    facets: '/v1/payouts/franchises/facets',
    views: 'payouts.franchises',
    search: 'payoutRegisters.franchises.search',
    href: ({ id }) => unitPath(id),
    columns: [
      { key: 'name', kind: 'text', title: 'payoutRegisters.column.name', sortable: true, locked: true },
      {
        key: 'company_name',
        kind: 'text',
        title: 'payoutRegisters.column.company_name',
        width: 170,
        hidden: !ofAll,
      },
      {
        key: 'document',
        kind: 'document',
        title: 'payoutRegisters.column.document',
        width: 166,
        hidden: true,
      },
      { key: 'status', kind: 'status', title: 'payoutRegisters.column.status', width: 126 },
      {
        key: 'qualification',
        kind: 'drawn',
        title: 'payoutRegisters.column.qualification',
        width: 136,
        render: ({ qualification }, text) => (
          <StatusWord values={QUALIFICATIONS} value={qualification} text={text} />
        ),
      },
      { key: 'contract', kind: 'text', title: 'payoutRegisters.column.contract', width: 120, hidden: true },
      {
        key: 'valid_to',
        kind: 'time',
        title: 'payoutRegisters.column.valid_to',
        width: 120,
        muted: true,
        render: ({ valid_to }) => (valid_to ? <DateTime at={valid_to} time="none" /> : '—'),
      },
      {
        key: 'royalty',
        kind: 'drawn',
        title: 'payoutRegisters.column.royalty',
        width: 96,
        align: 'end',
        render: ({ royalty }, { language }) => formatShare((royalty ?? 0) / 100, language),
      },
      { key: 'spent', kind: 'money', title: 'payoutRegisters.column.spent', width: 140, currency: 'BRL' },
      { key: 'budget', kind: 'money', title: 'payoutRegisters.column.budget', width: 140, currency: 'BRL' },
      {
        key: 'created_at',
        kind: 'time',
        title: 'payoutRegisters.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
        hidden: true,
      },
      { key: 'id', kind: 'id', title: 'payoutRegisters.column.id', width: 138, hidden: true },
    ],
    card: ({ name, document, company_name, spent, status, qualification }, text) => ({
      title: name ?? '—',
      note: ofAll ? company_name : document && formatDocument(document),
      amount: formatAmount(spent, text.language),
      status: <StatusWord values={STATUSES} value={status} text={text} />,
      time: text.t(`payoutRegisters.qualification.${qualification}`),
    }),
  })

export const UNITS = units(false)
export const UNITS_OF_ALL = units(true)
