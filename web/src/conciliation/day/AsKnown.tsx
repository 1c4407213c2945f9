import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatDay } from '../../kit/format'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { type Day, wordOf } from '../conciliation'
import styles from './DayBench.module.css'

/** The day as it was known at a moment, and what came since. */
export function AsKnown({ day }: { day: Day }) {
  const t = useT('conciliation')
  const [at, setAt] = useState(day.closed_at ? localMoment(new Date(day.closed_at)) : '')
  const moment = at && !Number.isNaN(new Date(at).getTime()) ? new Date(at).toISOString() : ''
  return (
    <Card title={t('conciliation.known.title')}>
      <Field label={t('conciliation.known.at')} hint={t('conciliation.known.hint')}>
        {(control) => (
          <TextInput
            {...control}
            type="datetime-local"
            step={1}
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
        )}
      </Field>
      {moment && <Then day={day} at={moment} />}
    </Card>
  )
}

/** A second later than the moment, which a field tells without its fraction. */
function localMoment(at: Date): string {
  const shifted = new Date(at.getTime() + 1000 - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}

function Then({ day: { id, difference }, at }: { day: Day; at: string }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const known = useQuery({
    queryKey: ['record', 'conciliation.known', id, at],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/conciliation/days/{id}/known', { params: { path: { id }, query: { at } }, signal })),
  })
  return (
    <Loaded query={known} level={2}>
      {(found) => (
        <>
          <p className={styles.known}>
            {t('conciliation.known.then', {
              before: formatAmount(found.difference, language),
              now: formatAmount(difference, language),
            })}
          </p>
          {found.changed.length === 0 ? (
            <p className={styles.note}>{t('conciliation.known.same')}</p>
          ) : (
            <MiniTable
              label={t('conciliation.known.changed')}
              columns={[
                { key: 'day', title: t('conciliation.column.day') },
                { key: 'what', title: t('conciliation.known.changed'), wide: true },
                { key: 'amount', title: t('conciliation.column.amount'), end: true },
              ]}
              rows={found.changed.map((item) => ({
                key: `${item.item_id} ${item.amount.amount}`,
                cells: [
                  formatDay(item.day, language),
                  [wordOf(t, 'cause', item.cause), item.side === 'bank' && item.about]
                    .filter(Boolean)
                    .join(' · '),
                  formatAmount(item.amount, language),
                ],
              }))}
            />
          )}
        </>
      )}
    </Loaded>
  )
}
