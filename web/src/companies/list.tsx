import { DateTime } from '../kit/DateTime'
import { formatAmount, formatDocument, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { COMPANY_STATUSES, type CompanyRow, companyPath, PRODUCTS, RISKS, wordOf } from './companies'

/** Companies; the provider's own people see all of them, and what they think of each. */
export const companiesList = (staff: boolean) =>
  defineList<CompanyRow>({
    name: staff ? 'companies.companies.all' : 'companies.companies',
    path: '/v1/companies',
    rowKey: ({ id }) => String(id),
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: COMPANY_STATUSES },
    facets: '/v1/companies/facets',
    views: 'companies.companies',
    search: 'companies.list.search',
    choices: [
      ...(staff ? [{ key: 'risk', options: RISKS }] : []),
      {
        key: 'products',
        options: PRODUCTS.map((value) => ({ value, label: `companies.product.${value}` })),
      },
    ],
    href: ({ id }) => companyPath(Number(id)),
    columns: [
      { key: 'name', kind: 'text', title: 'companies.column.name', sortable: true, locked: true },
      { key: 'document', kind: 'document', title: 'companies.column.document', width: 176 },
      { key: 'status', kind: 'status', title: 'companies.column.status', width: 140 },
      {
        key: 'risk',
        kind: 'drawn',
        title: 'companies.column.risk',
        width: 116,
        hidden: !staff,
        render: ({ risk }, text) => (risk ? <StatusWord values={RISKS} value={risk} text={text} /> : '—'),
      },
      { key: 'volume', kind: 'money', title: 'companies.column.volume', width: 150, currency: 'BRL' },
      { key: 'balance', kind: 'money', title: 'companies.column.balance', width: 140, currency: 'BRL' },
      {
        key: 'kyc_expires_on',
        kind: 'time',
        title: 'companies.column.kyc_expires_on',
        width: 128,
        muted: true,
        render: ({ kyc_expires_on }) => (kyc_expires_on ? <DateTime at={kyc_expires_on} time="none" /> : '—'),
      },
      {
        key: 'owner',
        kind: 'drawn',
        title: 'companies.column.owner',
        width: 150,
        muted: true,
        hidden: true,
        render: ({ owner }) => owner ?? '—',
      },
      {
        key: 'people',
        kind: 'drawn',
        title: 'companies.column.people',
        width: 90,
        align: 'end',
        hidden: true,
        render: ({ people }, { language }) =>
          people === undefined || people === null ? '—' : formatNumber(people, language),
      },
      { key: 'segment', kind: 'text', title: 'companies.column.segment', width: 150, hidden: true },
      { key: 'country', kind: 'text', title: 'companies.column.country', width: 90, hidden: true },
      {
        key: 'products',
        kind: 'drawn',
        title: 'companies.column.products',
        width: 170,
        hidden: true,
        render: ({ products }, { t }) => products.map((each) => wordOf(t, 'product', each)).join(', ') || '—',
      },
      { key: 'legal_name', kind: 'text', title: 'companies.column.legal_name', width: 220, hidden: true },
      {
        key: 'created_at',
        kind: 'time',
        title: 'companies.column.created_at',
        width: 136,
        sortable: true,
        muted: true,
        hidden: true,
      },
      { key: 'id', kind: 'text', title: 'companies.column.id', width: 90, sortable: true, hidden: true },
    ],
    card: ({ name, document, balance, status, created_at }, text) => ({
      title: name,
      note: document && formatDocument(document),
      amount: formatAmount(balance, text.language),
      status: <StatusWord values={COMPANY_STATUSES} value={status} text={text} />,
      time: created_at && <DateTime at={created_at} />,
    }),
  })
