import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../app/i18n'
import { DateTime } from '../kit/DateTime'
import { formatMoney } from '../kit/format'
import { Facts } from '../kit/record/Facts'
import { Journal } from '../kit/record/Journals'
import { objectPath } from '../kit/record/objectPath'
import { Timeline } from '../kit/record/Timeline'
import { actionOf, actorOf } from '../kit/record/trailWords'
import { Card } from '../ui/Card'
import styles from './TicketRecord.module.css'
import { type Ticket, wordOf } from './ticket'

/** The payment that a ticket is about: what came, what was booked for it, and where the log proves each step. */
export function MoneyCard({ ticket: { end_to_end_id, payment } }: { ticket: Ticket }) {
  const t = useT('kit', 'audit', 'cases')
  const language = useLanguage()
  if (!end_to_end_id) return null
  if (!payment) {
    return (
      <Card title={t('cases.money.title')}>
        <p>{t('cases.money.unknown')}</p>
      </Card>
    )
  }
  const journals = [...new Set(payment.booked.map(({ journal_id }) => journal_id))]
  return (
    <Card
      title={t('cases.money.title')}
      actions={
        payment.charge_id && (
          <Link to={objectPath('payin:charge:', payment.charge_id) ?? ''}>{t('cases.money.open')}</Link>
        )
      }
    >
      <div className={styles.money}>
        <Facts
          facts={[
            { label: t('cases.money.amount'), value: formatMoney(payment.amount, language) },
            { label: t('cases.money.refunded'), value: formatMoney(payment.refunded, language) },
            { label: t('cases.money.status'), value: wordOf(t, 'payment_state', payment.status) },
            { label: t('cases.money.company'), value: payment.company_name },
            { label: t('cases.money.paid_at'), value: <DateTime at={payment.paid_at} /> },
            { label: t('cases.money.received_at'), value: <DateTime at={payment.received_at} /> },
          ]}
        />
        {journals.map((journal) => (
          <Journal
            key={journal}
            id={journal}
            sides={payment.booked.filter(({ journal_id }) => journal_id === journal)}
          />
        ))}
        <h3>{t('cases.money.steps')}</h3>
        <Timeline
          items={payment.steps.map(({ at, kind, actor, log_index }, place) => ({
            key: `${place}`,
            at,
            title: actionOf(t, kind),
            note: [actorOf(t, actor), log_index !== null && t('cases.money.proved', { index: log_index })]
              .filter(Boolean)
              .join(', '),
          }))}
        />
      </div>
    </Card>
  )
}
