import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { DateTime } from '../kit/DateTime'
import { formatNumber } from '../kit/format'
import { PageHeader } from '../kit/PageHeader'
import { Loaded } from '../kit/record/Loaded'
import { MiniTable } from '../kit/record/MiniTable'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { Field } from '../ui/Field'
import { Select } from '../ui/Select'
import { ApixCard } from './ApixCard'
import {
  INCIDENTS_PATH,
  indexText,
  MAY_READ,
  MAY_WRITE,
  type Month,
  serviceText,
  typedMoment,
} from './incident'
import styles from './MonthPage.module.css'

const acts = lazyDialog(() => import('./newActs'))

/** Months that may be chosen, the newest first: 2026-11. */
function months(today: string): string[] {
  const [year = 2026, month = 1] = today.split('-').map(Number)
  return Array.from({ length: 13 }, (_, back) => {
    const number = year * 12 + (month - 1) - back
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
  })
}

/** The availability of a month: for each service its index, its minutes and how fast it answered. */
export function MonthPage() {
  const t = useT('common', 'kit', 'availability')
  if (!may(MAY_READ)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Chosen />
}

function Chosen() {
  const t = useT('kit', 'availability')
  const language = useLanguage()
  const [today] = useState(() => typedMoment(new Date().toISOString()).day)
  const options = months(today)
  const [chosen, choose] = useState(options[0] ?? '')
  const month = useQuery({
    queryKey: ['record', 'audit.availability', chosen],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/audit/availability', { params: { query: { month: chosen } }, signal })),
  })
  const named = (each: string) =>
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${each}-01T12:00:00Z`),
    )
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('availability.month.title')}
        subtitle={<Link to={INCIDENTS_PATH}>{t('availability.title')}</Link>}
      />
      <div className={styles.choice}>
        <Field label={t('availability.month.choose')}>
          {(control) => (
            <Select
              {...control}
              value={chosen}
              options={options.map((value) => ({ value, label: named(value) }))}
              onChange={choose}
            />
          )}
        </Field>
      </div>
      <Loaded query={month}>{(found) => <Found month={found} today={today} />}</Loaded>
    </div>
  )
}

function Found({ month, today }: { month: Month; today: string }) {
  const t = useT('availability')
  const language = useLanguage()
  const count = (value: number | null) => (value === null ? '—' : formatNumber(value, language))
  const time = (value: number | null) =>
    value === null ? '—' : t('availability.month.milliseconds', { count: count(value) as never })
  const below = month.services.filter(({ index }) => index < month.goal).length
  const goal = indexText(month.goal, language)
  return (
    <div className={styles.page}>
      <Banner tone={below ? 'error' : 'success'}>
        {below
          ? t('availability.month.below', { count: below, goal })
          : t('availability.month.fine', { goal })}
      </Banner>
      <Card title={t('availability.month.services')} flush>
        <MiniTable
          label={t('availability.month.services')}
          columns={[
            { key: 'service', title: t('availability.column.service'), wide: true },
            { key: 'index', title: t('availability.month.index'), end: true },
            { key: 'index_decided', title: t('availability.month.index_decided'), end: true },
            { key: 'unavailable', title: t('availability.month.unavailable'), end: true },
            { key: 'planned', title: t('availability.month.planned'), end: true },
            { key: 'undecided', title: t('availability.month.undecided'), end: true },
            { key: 'calls', title: t('availability.month.calls'), end: true },
            { key: 'p50', title: t('availability.month.p50'), end: true },
            { key: 'p99', title: t('availability.month.p99'), end: true },
          ]}
          rows={month.services.map((each) => ({
            key: each.service + (each.link_id ?? ''),
            cells: [
              serviceText(t, each.service, each.link_name),
              indexText(each.index, language),
              indexText(each.index_decided, language),
              count(each.unavailable),
              count(each.planned),
              count(each.undecided),
              count(each.calls),
              time(each.p50_ms),
              time(each.p99_ms),
            ],
          }))}
        />
        <p className={styles.note}>{t('availability.month.text')}</p>
      </Card>
      <Card
        title={t('availability.maintenance.list')}
        flush={month.maintenance.length > 0}
        actions={
          <CommandButton
            dialog={acts}
            given={{ today, what: 'maintenance' }}
            permissions={MAY_WRITE}
            anyMerchant
            variant="secondary"
          >
            {t('availability.maintenance.button')}
          </CommandButton>
        }
      >
        {month.maintenance.length === 0 ? (
          <p>{t('availability.maintenance.none')}</p>
        ) : (
          <MiniTable
            label={t('availability.maintenance.list')}
            columns={[
              { key: 'service', title: t('availability.column.service') },
              { key: 'began_at', title: t('availability.column.began_at') },
              { key: 'ended_at', title: t('availability.column.ended_at') },
              { key: 'reason', title: t('availability.maintenance.reason'), wide: true },
              { key: 'by', title: t('availability.maintenance.by'), wide: true },
            ]}
            rows={month.maintenance.map((each) => ({
              key: each.id,
              cells: [
                serviceText(t, each.service, null),
                <DateTime key="began" at={each.began_at} />,
                <DateTime key="ended" at={each.ended_at} />,
                each.reason,
                each.announced_by,
              ],
            }))}
          />
        )}
      </Card>
      <ApixCard month={month} today={today} />
    </div>
  )
}
