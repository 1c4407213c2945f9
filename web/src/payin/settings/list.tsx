import { durationWords } from '../../kit/duration'
import { defineList, type Text } from '../../kit/list/definition'
import { daysWords, feeWords, METHODS, type SettingsRow, settingsPath } from './settings'

const methodsOf = ({ methods }: SettingsRow, { t }: Text) =>
  methods.length === METHODS.length
    ? t('payinSettings.all_methods')
    : methods.map((method) => t(`payinSettings.method.${method}`)).join(', ')

/** Merchants and what each may ask for. */
export const SETTINGS = defineList<SettingsRow>({
  name: 'payin.settings',
  path: '/v1/payin/settings',
  rowKey: ({ company_id }) => String(company_id),
  order: { by: 'company_id', sort: 'asc' },
  facets: '/v1/payin/settings/facets',
  views: 'payin.settings',
  search: 'payinSettings.list.search',
  href: ({ company_id }) => settingsPath(company_id ?? 0),
  columns: [
    {
      key: 'company_name',
      kind: 'text',
      title: 'payinSettings.column.company_name',
      width: 220,
      sortable: true,
      locked: true,
    },
    {
      key: 'own',
      kind: 'drawn',
      title: 'payinSettings.column.own',
      width: 140,
      render: ({ own }, { t }) => t(own ? 'payinSettings.of_its_own' : 'payinSettings.of_the_house'),
    },
    {
      key: 'methods',
      kind: 'drawn',
      title: 'payinSettings.column.methods',
      render: methodsOf,
    },
    {
      key: 'percentage',
      kind: 'text',
      title: 'payinSettings.field.percentage',
      width: 110,
      align: 'end',
      render: ({ percentage }, { language }) =>
        feeWords(language, percentage ?? '0', { amount: 0, currency: 'BRL' }),
    },
    { key: 'minimum', kind: 'money', summed: false, title: 'payinSettings.field.minimum', width: 130 },
    { key: 'maximum', kind: 'money', summed: false, title: 'payinSettings.field.maximum', width: 150 },
    {
      key: 'expires_in',
      kind: 'text',
      title: 'payinSettings.field.expires_in',
      width: 130,
      render: ({ expires_in }, { language }) => durationWords(expires_in ?? 0, language),
    },
    {
      key: 'valid_days',
      kind: 'text',
      title: 'payinSettings.field.valid_days',
      width: 150,
      render: ({ valid_days }, { language }) => daysWords(valid_days ?? 0, language),
      hidden: true,
    },
    {
      key: 'company_id',
      kind: 'text',
      title: 'payinSettings.column.company_id',
      width: 100,
      sortable: true,
      hidden: true,
    },
  ],
  choices: [
    {
      key: 'methods',
      options: METHODS.map((value) => ({ value, label: `payinSettings.method.${value}` })),
    },
  ],
  card: (row, text) => ({
    title: row.company_name ?? '',
    note: methodsOf(row, text),
    amount: feeWords(text.language, row.percentage ?? '0', { amount: 0, currency: 'BRL' }),
    status: text.t(row.own ? 'payinSettings.of_its_own' : 'payinSettings.of_the_house'),
  }),
})
