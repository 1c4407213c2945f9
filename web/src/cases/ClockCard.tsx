import { useLanguage, useT } from '../app/i18n'
import { formatDay } from '../kit/format'
import { Facts } from '../kit/record/Facts'
import { Card } from '../ui/Card'
import type { Ticket } from './ticket'

/** Until when the answer is due, by which rule, and which days did not count. */
export function ClockCard({ ticket }: { ticket: Ticket }) {
  const t = useT('cases')
  const language = useLanguage()
  const { days_left, unit, holidays } = ticket
  return (
    <Card title={t('cases.clock.title')}>
      <Facts
        facts={[
          { label: t('cases.column.due_on'), value: formatDay(ticket.due_on, language) },
          {
            label: t('cases.clock.left'),
            value:
              days_left === null
                ? t('cases.clock.nobody_waits')
                : days_left < 0
                  ? t(`cases.clock.over_${unit === 'business' ? 'business' : 'calendar'}`, {
                      count: -days_left,
                    })
                  : t(`cases.clock.left_${unit === 'business' ? 'business' : 'calendar'}`, {
                      count: days_left,
                    }),
          },
          { label: t('cases.clock.norm'), value: ticket.norm },
          {
            label: t('cases.clock.holidays'),
            value: holidays.length ? holidays.map((day) => formatDay(day, language)).join(', ') : '—',
          },
          ...(ticket.extended_on
            ? [
                { label: t('cases.column.extended_on'), value: formatDay(ticket.extended_on, language) },
                { label: t('cases.clock.extension_reason'), value: ticket.extension_reason, wide: true },
              ]
            : []),
          ...(ticket.history_due_on
            ? [
                {
                  label: t('cases.column.history_due_on'),
                  value: ticket.history_sent_at
                    ? t('cases.clock.history_sent')
                    : formatDay(ticket.history_due_on, language),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
