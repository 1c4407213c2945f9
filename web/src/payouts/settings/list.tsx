import { formatAmount } from '../../kit/format'
import { defineList } from '../../kit/list/definition'
import { type SettingsRow, settingsPath, wordOf } from './settings'

const money = (
  key: 'fee' | 'most' | 'first_most' | 'day_most' | 'night_most',
  width: number,
  hidden = false,
) => ({ key, kind: 'money', summed: false, title: `payoutSettings.field.${key}`, width, hidden }) as const

/** Merchants and what each may pay out. */
export const SETTINGS = defineList<SettingsRow>({
  name: 'payouts.settings',
  path: '/v1/payouts/settings',
  rowKey: ({ company_id }) => String(company_id),
  order: { by: 'company_id', sort: 'asc' },
  facets: '/v1/payouts/settings/facets',
  views: 'payouts.settings',
  search: 'payoutSettings.list.search',
  href: ({ company_id }) => settingsPath(company_id ?? 0),
  columns: [
    {
      key: 'company_name',
      kind: 'text',
      title: 'payoutSettings.column.company_name',
      sortable: true,
      locked: true,
    },
    {
      key: 'own',
      kind: 'drawn',
      title: 'payoutSettings.column.own',
      width: 140,
      render: ({ own }, { t }) => t(own ? 'payoutSettings.of_its_own' : 'payoutSettings.of_the_house'),
    },
    money('fee', 152),
    money('most', 176),
    money('first_most', 184),
    money('day_most', 132),
    money('night_most', 140, true),
    {
      key: 'queue',
      kind: 'drawn',
      title: 'payoutSettings.field.queue',
      width: 136,
      render: ({ queue }, { t }) => t(queue ? 'payoutSettings.yes' : 'payoutSettings.no'),
    },
    {
      key: 'duplicates',
      kind: 'text',
      title: 'payoutSettings.field.duplicates',
      width: 170,
      hidden: true,
      render: ({ duplicates }, { t }) => wordOf(t, 'duplicates', duplicates ?? ''),
    },
    {
      key: 'allow_list',
      kind: 'text',
      title: 'payoutSettings.field.allow_list',
      width: 170,
      hidden: true,
      render: ({ allow_list }, { t }) => wordOf(t, 'allow_list', allow_list ?? ''),
    },
    {
      key: 'company_id',
      kind: 'text',
      title: 'payoutSettings.column.company_id',
      width: 100,
      sortable: true,
      hidden: true,
    },
  ],
  card: (row, { t, language }) => ({
    title: row.company_name ?? '',
    amount: row.most && formatAmount(row.most, language),
    status: t(row.own ? 'payoutSettings.of_its_own' : 'payoutSettings.of_the_house'),
  }),
})
