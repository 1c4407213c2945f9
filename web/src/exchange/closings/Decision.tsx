import { BookOpen, CalendarDays, CircleAlert, CircleCheck, CircleX, FileText, Lock } from 'lucide-react'
import { type Language, useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDecimal, formatMoney } from '../../kit/format'
import { Facts } from '../../kit/record/Facts'
import { Card } from '../../ui/Card'
import { type Closing, MAY_TRADE } from '../exchange'
import styles from '../exchange.module.css'

const close = lazyDialog(() => import('./commands/Close'))
const ICON = { size: 18, strokeWidth: 1.75 }
const MARKS = {
  passed: <CircleCheck {...ICON} className={styles.good} aria-hidden />,
  warned: <CircleAlert {...ICON} className={styles.warn} aria-hidden />,
  failed: <CircleX {...ICON} className={styles.bad} aria-hidden />,
}

/** What a check is about: a day, an amount in minor units, or a decimal; the rest stands as it is told. */
function valueOf({ name, value }: Closing['checks'][number], { clients }: Closing, language: Language) {
  if (name === 'value_day') return value && formatDay(value, language)
  if (name === 'rounding') return formatMoney({ amount: Number(value), currency: clients.currency }, language)
  return name === 'line' ? formatDecimal(value, language) : value
}

/** What will happen, what stands in the way, and the one button; one that may not be pressed yet says what is missing. */
export function Decision({ closing }: { closing: Closing }) {
  const t = useT('common', 'kit', 'exchange')
  const language = useLanguage()
  const { position, checks, state, own, plan, home_day, foreign_day } = closing
  const failed = checks.filter((check) => check.state === 'failed')
  const missing =
    state === 'draft'
      ? t('exchange.decision.no_rate')
      : closing.confirming_at !== null
        ? t('exchange.decision.confirming')
        : own
          ? t('exchange.decision.own')
          : failed.length > 0
            ? t('exchange.decision.failed')
            : null
  return (
    <>
      <Card title={t('exchange.decision.title')}>
        <ul className={styles.list}>
          <li>
            <FileText {...ICON} aria-hidden />
            {t('exchange.decision.contract', {
              amount: formatMoney(closing.foreign, language),
              count: closing.operations,
            })}
          </li>
          <li>
            <BookOpen {...ICON} aria-hidden />
            {t('exchange.decision.journals')}
          </li>
          {home_day && foreign_day && (
            <li>
              <CalendarDays {...ICON} aria-hidden />
              {t('exchange.decision.days', {
                home: formatDay(home_day, language),
                foreign: formatDay(foreign_day, language),
              })}
            </li>
          )}
        </ul>
      </Card>
      <Card title={t('exchange.decision.position', { currency: position.open.currency })}>
        <div className={styles.side}>
          {(['open', 'closing', 'left'] as const).map((name) => (
            <div key={name} className={styles.pair}>
              <span>{t(`exchange.position.${name}`)}</span>
              <span>{formatMoney(position[name], language)}</span>
            </div>
          ))}
        </div>
      </Card>
      <Card title={t('exchange.decision.checks')}>
        <ul className={styles.list}>
          {checks.map((check) => (
            <li key={check.name}>
              {MARKS[check.state]}
              {t(`exchange.check.${check.name}_${check.state}`, { value: valueOf(check, closing, language) })}
            </li>
          ))}
        </ul>
      </Card>
      <Card>
        <div className={styles.side}>
          <div className={styles.pair}>
            <span>
              {t('exchange.decision.plan')} <code className={styles.hash}>{plan.slice(0, 12)}</code>
            </span>
            <span className={styles.under}>{t('exchange.decision.void')}</span>
          </div>
          <CommandButton
            dialog={close}
            given={{ closing }}
            permissions={MAY_TRADE}
            anyMerchant
            disabled={missing !== null}
            icon={<Lock {...ICON} />}
          >
            {t('exchange.close.open')}
          </CommandButton>
          {missing && <span className={styles.under}>{missing}</span>}
        </div>
      </Card>
    </>
  )
}

/** What became of a closing: who closed it, its number, and each side. */
export function Settlement({ closing }: { closing: Closing }) {
  const t = useT('exchange')
  const language = useLanguage()
  const paid = (at: string | null, day: string | null) =>
    at ? (
      <DateTime at={at} year="always" />
    ) : (
      day && t('exchange.settlement.expected', { day: formatDay(day, language) })
    )
  return (
    <Card title={t('exchange.card.settlement')}>
      <Facts
        facts={[
          { label: t('exchange.column.number'), value: closing.number },
          { label: t('exchange.column.uetr'), value: closing.uetr },
          { label: t('exchange.side.home'), value: paid(closing.home_settled_at, closing.home_day) },
          { label: t('exchange.side.foreign'), value: paid(closing.foreign_settled_at, closing.foreign_day) },
          { label: t('exchange.column.trade_day'), value: formatDay(closing.trade_day, language) },
          { label: t('exchange.column.agreed_by'), value: closing.agreed_by },
          { label: t('exchange.column.closed_by'), value: closing.closed_by },
          {
            label: t('exchange.column.plan'),
            value: <code className={styles.hash}>{closing.plan.slice(0, 12)}</code>,
          },
        ]}
      />
    </Card>
  )
}
