import { useParams } from '@tanstack/react-router'
import { CircleAlert, CirclePause, Pencil, Plus } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatDay, formatDocument, formatExactPercent, formatMoney } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { BANK_STATES, BANKS_PATH, type Bank, MAY_BANK, momentWord, wordOf } from '../exchange'
import styles from '../exchange.module.css'

const acts = lazyDialog(() => import('./commands/acts'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** One bank of the exchange: its terms, its line, and what is open between it and us. */
export function BankPage() {
  const { id = '' } = useParams({ strict: false })
  const bank = useRecord(
    'exchange.bank',
    id,
    (signal) => body(api.GET('/v1/exchange/banks/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={bank}>{(found) => <Record bank={found} />}</Loaded>
}

function Record({ bank }: { bank: Bank }) {
  const t = useT('common', 'kit', 'exchange')
  const language = useLanguage()
  const button = (what: 'change' | 'currency' | 'spread' | 'state', word: string, icon: React.ReactNode) => (
    <CommandButton
      dialog={acts}
      given={{ bank, what }}
      permissions={MAY_BANK}
      anyMerchant
      variant="secondary"
      icon={icon}
    >
      {word}
    </CommandButton>
  )
  const near = bank.line_granted.amount > 0 && bank.line_used.amount * 10 > bank.line_granted.amount * 8
  const open = bank.state !== 'ended'
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('exchange.banks.title'), to: BANKS_PATH }, { label: bank.name }]}
          title={bank.name}
          status={<StatusWord values={BANK_STATES} value={bank.state} text={{ t, language }} />}
          subtitle={`${bank.swift} · ${formatDocument(bank.document)}`}
          actions={
            open && (
              <>
                {button('state', t('exchange.set_state.open'), <CirclePause {...ICON} />)}
                {button('change', t('exchange.change_bank.open'), <Pencil {...ICON} />)}
              </>
            )
          }
        />
      }
      situation={
        <>
          {bank.reason && bank.state !== 'active' && (
            <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
              {bank.reason}
            </Banner>
          )}
          {near && (
            <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
              {t('exchange.banks.line_near')}
            </Banner>
          )}
        </>
      }
      main={
        <>
          <Card
            title={t('exchange.card.currencies')}
            actions={open && button('currency', t('exchange.set_currency.open'), <Plus {...ICON} />)}
            flush
          >
            {bank.currencies.length === 0 ? (
              <p className={styles.text}>{t('exchange.banks.no_currencies')}</p>
            ) : (
              <MiniTable
                label={t('exchange.card.currencies')}
                columns={[
                  { key: 'currency', title: t('exchange.column.currency') },
                  { key: 'cut_off', title: t('exchange.column.cut_off') },
                  { key: 'home', title: t('exchange.column.home_days'), narrow: true },
                  { key: 'foreign', title: t('exchange.column.foreign_days'), narrow: true },
                  { key: 'position', title: t('exchange.column.with_bank'), end: true },
                ]}
                rows={bank.currencies.map((each) => ({
                  key: each.currency,
                  cells: [
                    each.currency,
                    <span key="cut" className={each.past_cut_off ? styles.warn : undefined}>
                      {each.past_cut_off ? t('exchange.banks.past', { at: each.cut_off }) : each.cut_off}
                    </span>,
                    `D+${each.home_days}`,
                    `D+${each.foreign_days}`,
                    formatMoney(each.position, language),
                  ],
                }))}
              />
            )}
          </Card>
          <Card
            title={t('exchange.card.spreads')}
            actions={
              open &&
              bank.currencies.length > 0 &&
              button('spread', t('exchange.set_spread.open'), <Plus {...ICON} />)
            }
            flush
          >
            <MiniTable
              label={t('exchange.card.spreads')}
              columns={[
                { key: 'currency', title: t('exchange.column.currency') },
                { key: 'direction', title: t('exchange.column.direction') },
                { key: 'from', title: t('exchange.column.from_amount'), end: true },
                { key: 'spread', title: t('exchange.column.agreed_spread'), end: true },
                { key: 'valid', title: t('exchange.column.valid_from') },
                { key: 'state', title: t('exchange.column.state') },
              ]}
              rows={bank.spreads.map((each) => ({
                key: `${each.currency}${each.direction}${each.from_amount.amount}${each.valid_from}`,
                cells: [
                  each.currency,
                  wordOf(t, 'direction', each.direction),
                  formatMoney(each.from_amount, language),
                  formatExactPercent((each.basis_points / 100).toFixed(2), language),
                  formatDay(each.valid_from, language),
                  t(each.in_force ? 'exchange.rule_state.in_force' : 'exchange.rule_state.past'),
                ],
              }))}
            />
          </Card>
        </>
      }
      side={
        <>
          <Card title={t('exchange.card.line')}>
            <Facts
              facts={[
                { label: t('exchange.column.line_used'), value: formatMoney(bank.line_used, language) },
                { label: t('exchange.column.line_granted'), value: formatMoney(bank.line_granted, language) },
                {
                  label: t('exchange.column.home_position'),
                  value: formatMoney(bank.home_position, language),
                },
                {
                  label: t('exchange.column.collects_iof'),
                  value: wordOf(t, 'collects_iof', String(bank.collects_iof)),
                },
                {
                  label: t('exchange.column.quotes'),
                  value: wordOf(t, 'quotes', String(bank.quotes)),
                },
                { label: t('exchange.column.contact'), value: bank.contact },
                { label: t('exchange.column.code'), value: bank.code },
              ]}
            />
          </Card>
          <Moments title={t('exchange.card.timeline')} moments={bank.timeline} word={momentWord(t)} />
        </>
      }
      tabs={[trailTab(t, 'exchange-banks', bank.id)]}
      raw={bank}
    />
  )
}
