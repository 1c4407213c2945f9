import { Link } from '@tanstack/react-router'
import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { shortDuration } from '../../kit/duration'
import { formatMoney, formatNumber, formatPercent, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'

import { MiniTable } from '../../kit/record/MiniTable'
import { useTimeLeft } from '../../payin/record/useTimeLeft'
import { Card } from '../../ui/Card'
import { PAYING_STATUSES, payingPath } from '../processors/processors'
import styles from './Administration.module.css'
import type { Administration } from './administration'

const wordOf = wordsOf('payoutPayments')

/** What ended in the last 24 hours, by method and the processor that had it last; for staff. */
export function ByProcessor({ by_processor }: Pick<Administration, 'by_processor'>) {
  const t = useT('payoutAdmin', 'payoutPayments')
  const language = useLanguage()
  const title = t('payoutAdmin.by_processor')
  return (
    <Card title={title} flush={by_processor.length > 0}>
      {by_processor.length === 0 ? (
        <p>{t('payoutAdmin.nothing_ended')}</p>
      ) : (
        <MiniTable
          label={title}
          columns={[
            { key: 'method', title: t('payoutAdmin.column.method') },
            { key: 'processor', title: t('payoutAdmin.column.processor') },
            { key: 'count', title: t('payoutAdmin.column.count'), end: true },
            { key: 'success', title: t('payoutAdmin.column.success'), end: true },
            { key: 'median', title: t('payoutAdmin.column.median'), end: true },
            { key: 'p95', title: t('payoutAdmin.column.p95'), end: true },
            { key: 'amount', title: t('payoutAdmin.column.amount'), end: true },
            { key: 'cost', title: t('payoutAdmin.column.cost'), end: true },
          ]}
          rows={by_processor.map((part) => ({
            key: `${part.method} ${part.processor_id}`,
            cells: [
              wordOf(t, 'method', part.method),
              part.processor_id ? (
                <Link key="processor" to={payingPath(part.processor_id)}>
                  {part.processor}
                </Link>
              ) : (
                t('payoutAdmin.no_processor')
              ),
              formatNumber(part.count, language),
              part.success === null ? '—' : formatPercent(part.success, language),
              shortDuration(part.median_seconds, language),
              shortDuration(part.p95_seconds, language),
              <Money key="amount" value={part.amount} />,
              <Money key="cost" value={part.cost} />,
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** Until when each method leaves today, counted down, and what is still to leave by then. */
export function CutOffs({ cut_offs, zone }: Pick<Administration, 'cut_offs'> & { zone: string }) {
  const t = useT('payoutAdmin', 'payoutPayments')
  const language = useLanguage()
  const title = t('payoutAdmin.cut_offs')
  return (
    <Card title={title} flush={cut_offs.length > 0}>
      {cut_offs.length === 0 ? (
        <p>{t('payoutAdmin.no_cut_off')}</p>
      ) : (
        <MiniTable
          label={title}
          columns={[
            { key: 'method', title: t('payoutAdmin.column.method') },
            { key: 'at', title: t('payoutAdmin.column.at') },
            { key: 'left', title: t('payoutAdmin.column.left') },
            { key: 'risk', title: t('payoutAdmin.column.to_leave') },
          ]}
          rows={cut_offs.map(({ method, at, count, amount }) => ({
            key: method,
            cells: [
              wordOf(t, 'method', method),
              formatTime(at, language, { zone }),
              <Countdown key="left" until={at} />,
              count === 0
                ? t('payoutAdmin.none')
                : t('payoutAdmin.at_risk', {
                    count: formatNumber(count, language),
                    amount: formatMoney(amount, language),
                  }),
            ],
          }))}
        />
      )}
    </Card>
  )
}

function Countdown({ until }: { until: string }) {
  const t = useT('payoutAdmin')
  const left = useTimeLeft(until)
  return (
    <span role="timer" aria-live="off">
      {left ? t('payoutAdmin.left', { time: left.clock }) : t('payoutAdmin.closed')}
    </span>
  )
}

/** How each processor is: its calls of 24 hours as a line, what follows it, and what its account holds; for staff. */
export function Processors({ processors }: Pick<Administration, 'processors'>) {
  const t = useT('payoutAdmin', 'payoutFiles')
  const language = useLanguage()
  const title = t('payoutAdmin.processors')
  return (
    <Card title={title} flush>
      <MiniTable
        label={title}
        columns={[
          { key: 'processor', title: t('payoutAdmin.column.processor') },
          { key: 'status', title: t('payoutAdmin.column.status'), wide: true },
          { key: 'health', title: t('payoutAdmin.column.health') },
          { key: 'open', title: t('payoutAdmin.column.open'), end: true },
          { key: 'float', title: t('payoutAdmin.column.float'), end: true },
        ]}
        rows={processors.map((each) => ({
          key: each.id,
          cells: [
            <Link key="processor" to={payingPath(each.id)}>
              {each.name}
            </Link>,
            <StatusWord key="status" values={PAYING_STATUSES} value={each.status} text={{ t, language }} />,
            <Health key="health" hours={each.hours} />,
            <span key="open">
              {formatNumber(each.open_orders, language)}
              <span className={styles.under}>{formatMoney(each.open_amount, language)}</span>
            </span>,
            each.float_amount && each.float_at ? (
              <span key="float">
                {formatMoney(each.float_left ?? each.float_amount, language)}
                <span className={styles.under}>
                  {t('payoutAdmin.column.float_at', { at: formatTime(each.float_at, language) })}
                </span>
              </span>
            ) : (
              '—'
            ),
          ],
        }))}
      />
    </Card>
  )
}

/** A bar an hour: its height what of its calls were answered; said in words for who does not see it. */
function Health({ hours }: Pick<Administration['processors'][number], 'hours'>) {
  const t = useT('payoutAdmin')
  const language = useLanguage()
  if (hours.length === 0) return <>—</>
  const said = t('payoutAdmin.column.calls', {
    calls: formatNumber(
      hours.reduce((sum, { calls }) => sum + calls, 0),
      language,
    ),
    failed: formatNumber(
      hours.reduce((sum, { failed }) => sum + failed, 0),
      language,
    ),
  })
  return (
    <span className={styles.health} role="img" aria-label={said} title={said}>
      {hours.map(({ at, calls, failed }) => (
        <span
          key={at}
          className={failed > 0 ? styles.failing : styles.answering}
          style={{ blockSize: `${calls ? Math.max(10, (100 * (calls - failed)) / calls) : 10}%` }}
        />
      ))}
    </span>
  )
}
