import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatNumber, formatPercent } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import styles from './Administration.module.css'
import type { Administration, Figures } from './administration'

interface PartsProps {
  title: string
  parts: Administration['methods']
  total: Figures
  /** Where the names of the keys stand; without it a key is a name. */
  words?: string
}

/** The parts of what came in, the greatest first. */
export function Parts({ title, parts, total, words }: PartsProps) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  const percent = (part: string | null) => (part === null ? '—' : formatPercent(part, language))
  const whole = total.received.amount
  return (
    <Card title={title} flush={parts.length > 0}>
      {parts.length === 0 ? (
        <p className={styles.none}>{t('payinAdmin.nothing')}</p>
      ) : (
        <MiniTable
          label={title}
          columns={[
            { key: 'name', title: t('payinAdmin.name') },
            { key: 'charges', title: t('payinAdmin.charges'), end: true },
            { key: 'conversion', title: t('payinAdmin.conversion'), end: true },
            { key: 'received', title: t('payinAdmin.received_brl'), end: true },
            { key: 'share', title: t('payinAdmin.share'), end: true },
          ]}
          rows={parts.map(({ key, figures }) => ({
            key,
            cells: [
              words ? t(`${words}.${key}`) : key,
              formatNumber(figures.charges, language),
              percent(figures.conversion),
              formatAmount(figures.received, language),
              percent(whole ? ((figures.received.amount / whole) * 100).toFixed(1) : null),
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** The merchants that brought in most. */
export function Merchants({ merchants }: { merchants: NonNullable<Administration['merchants']> }) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  const percent = (part: string | null) => (part === null ? '—' : formatPercent(part, language))
  return (
    <Card title={t('payinAdmin.by_merchant')} flush={merchants.length > 0}>
      {merchants.length === 0 ? (
        <p className={styles.none}>{t('payinAdmin.nothing')}</p>
      ) : (
        <MiniTable
          label={t('payinAdmin.by_merchant')}
          columns={[
            { key: 'name', title: t('payinAdmin.merchant') },
            { key: 'charges', title: t('payinAdmin.charges'), end: true },
            { key: 'conversion', title: t('payinAdmin.conversion'), end: true },
            { key: 'payments', title: t('payinAdmin.payments'), end: true },
            { key: 'received', title: t('payinAdmin.received_brl'), end: true },
            { key: 'refunded', title: t('payinAdmin.refunded_brl'), end: true },
            { key: 'refund_rate', title: t('payinAdmin.figure.refund_rate'), end: true },
            { key: 'fees', title: t('payinAdmin.fees_brl'), end: true },
          ]}
          rows={merchants.map((each) => ({
            key: String(each.company_id),
            cells: [
              each.company_name,
              formatNumber(each.charges, language),
              percent(each.conversion),
              formatNumber(each.payments, language),
              formatAmount(each.received, language),
              formatAmount(each.refunded, language),
              percent(each.refund_rate),
              formatAmount(each.fees, language),
            ],
          }))}
        />
      )}
    </Card>
  )
}
