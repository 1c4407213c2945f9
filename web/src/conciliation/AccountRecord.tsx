import { useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatDay, formatMoney, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { RecordHeader } from '../kit/record/RecordHeader'
import { RecordPage } from '../kit/record/RecordPage'
import { useRecord } from '../kit/record/useRecord'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { ChoiceButton } from './acts/ChoiceButton'
import {
  ACCOUNT_STATES,
  ACCOUNTS_PATH,
  type HouseAccount,
  MAY_WRITE,
  mappingWord,
  wordOf,
} from './conciliation'
import { Story } from './Story'

const change = lazyDialog(() => import('./acts/ChangeAccount'))

/** One account of ours at a bank. */
export function AccountRecord() {
  const { id = '' } = useParams({ strict: false })
  const account = useRecord(
    'conciliation.account',
    id,
    (signal) => body(api.GET('/v1/conciliation/house-accounts/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={account}>{(found) => <Found account={found} />}</Loaded>
}

function Found({ account }: { account: HouseAccount }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const { name, bank, branch, number, state, mine } = account
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('conciliation.title.accounts'), to: ACCOUNTS_PATH }, { label: name }]}
          title={name}
          status={<StatusWord values={ACCOUNT_STATES} value={state} text={{ t, language }} />}
          subtitle={`${bank} · ${branch} / ${number}`}
          actions={<Acts account={account} />}
        />
      }
      situation={
        state === 'proposed' && (
          <Banner tone="awaiting">
            {t(mine ? 'conciliation.account.waits_other' : 'conciliation.account.waits_you')}
          </Banner>
        )
      }
      main={
        <Card title={t('conciliation.account.facts')}>
          <Facts
            facts={[
              { label: t('conciliation.column.currency'), value: account.currency },
              {
                label: t('conciliation.column.clearing'),
                value: wordOf(t, 'clearing', account.clearing_code),
              },
              { label: t('conciliation.column.opened_on'), value: formatDay(account.opened_on, language) },
              { label: t('conciliation.account.opening'), value: formatMoney(account.opening, language) },
              {
                label: t('conciliation.account.grace'),
                value: t('conciliation.account.days', { count: account.grace }),
              },
              { label: t('conciliation.account.tariff'), value: formatMoney(account.tariff, language) },
              { label: t('conciliation.column.created_by'), value: account.created_by },
              { label: t('conciliation.account.created_at'), value: <DateTime at={account.created_at} /> },
              { label: t('conciliation.column.decided_by'), value: account.decided_by },
              { label: t('conciliation.column.files'), value: formatNumber(account.files, language) },
              { label: t('conciliation.column.lines'), value: formatNumber(account.lines, language) },
              {
                label: t('conciliation.column.last_day'),
                value: account.last_day && formatDay(account.last_day, language),
              },
              ...(account.mapping
                ? [
                    {
                      label: t('conciliation.account.mapping'),
                      value: Object.entries(account.mapping)
                        .map(([part, title]) => `${t(mappingWord(part))}: ${title}`)
                        .join(' · '),
                      wide: true,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
      }
      side={<Story moments={account.timeline} />}
      raw={account}
    />
  )
}

function Acts({ account }: { account: HouseAccount }) {
  const t = useT('conciliation')
  const { id, name, state, mine } = account
  const shared = { command: 'conciliation:account:decide', id, thing: name, permissions: MAY_WRITE } as const
  if (state !== 'open' && state !== 'proposed') return null
  const changes = (
    <CommandButton
      dialog={change}
      given={{ account }}
      permissions={MAY_WRITE}
      anyMerchant
      variant="secondary"
      icon={<Pencil size={18} strokeWidth={1.75} />}
    >
      {t('conciliation.mapping.open')}
    </CommandButton>
  )
  if (state === 'open') {
    return (
      <>
        <ChoiceButton {...shared} choice="end" danger />
        {changes}
      </>
    )
  }
  return (
    <>
      {changes}
      <ChoiceButton {...shared} choice="refuse" />
      <ChoiceButton {...shared} choice="agree" variant="primary" disabled={mine} />
    </>
  )
}
