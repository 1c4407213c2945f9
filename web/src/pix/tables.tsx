import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../app/i18n'
import { DateTime } from '../kit/DateTime'
import { formatAmount, formatDay } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { Code } from './Code'
import {
  ATTEMPT_STATUSES,
  CHARGE_STATUSES,
  REQUEST_STATUSES,
  type RecurrenceRecord,
  type ScheduleRecord,
  schedulePath,
  wordOf,
} from './pix'

/** The charge of every cycle, the newest first. */
export function Charges({ charges }: { charges: RecurrenceRecord['charges'] }) {
  const t = useT('pix')
  const language = useLanguage()
  return (
    <Card title={t('pix.card.charges')} flush>
      <MiniTable
        label={t('pix.card.charges')}
        columns={[
          { key: 'due', title: t('pix.column.due_on') },
          { key: 'cycle', title: t('pix.column.cycle') },
          { key: 'status', title: t('pix.column.status') },
          { key: 'tries', title: t('pix.column.tries') },
          { key: 'amount', title: t('pix.column.amount'), end: true },
        ]}
        rows={charges.map(({ id, due_on, cycle, status, tries, amount }) => ({
          key: id,
          cells: [
            <Link key="due" to={schedulePath(id)}>
              {formatDay(due_on, language)}
            </Link>,
            cycle + 1,
            <StatusWord key="status" values={CHARGE_STATUSES} value={status} text={{ t, language }} />,
            tries,
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}

/** How the payer's bank was asked. */
export function Requests({ requests }: { requests: RecurrenceRecord['requests'] }) {
  const t = useT('pix')
  const language = useLanguage()
  return (
    <Card title={t('pix.card.requests')} flush>
      <MiniTable
        label={t('pix.card.requests')}
        columns={[
          { key: 'at', title: t('pix.column.created_at') },
          { key: 'bank', title: t('pix.column.bank') },
          { key: 'status', title: t('pix.column.status') },
          { key: 'expires', title: t('pix.column.expires_at') },
          { key: 'error', title: t('pix.column.last_error') },
        ]}
        rows={requests.map((request) => ({
          key: request.id,
          cells: [
            <DateTime key="at" at={request.created_at} />,
            [request.bank, request.branch, request.account].filter(Boolean).join(' / '),
            <StatusWord
              key="status"
              values={REQUEST_STATUSES}
              value={request.status}
              text={{ t, language }}
            />,
            <DateTime key="expires" at={request.expires_at} />,
            request.error ?? '—',
          ],
        }))}
      />
    </Card>
  )
}

/** Every try to take the money, and why one failed. */
export function Attempts({ attempts }: { attempts: ScheduleRecord['tries_made'] }) {
  const t = useT('pix')
  const language = useLanguage()
  return (
    <Card title={t('pix.card.attempts')} flush>
      <MiniTable
        label={t('pix.card.attempts')}
        columns={[
          { key: 'day', title: t('pix.column.settles_on') },
          { key: 'kind', title: t('pix.column.kind') },
          { key: 'status', title: t('pix.column.status') },
          { key: 'code', title: t('pix.column.end_code') },
        ]}
        rows={attempts.map(({ number, settles_on, kind, status, code }) => ({
          key: `${number}`,
          cells: [
            settles_on ? formatDay(settles_on, language) : '—',
            wordOf(t, 'kind', kind),
            <StatusWord key="status" values={ATTEMPT_STATUSES} value={status} text={{ t, language }} />,
            code ? <Code key="code" code={code} /> : '—',
          ],
        }))}
      />
    </Card>
  )
}
