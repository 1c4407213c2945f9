import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { formatTime } from '../kit/format'
import { PageHeader } from '../kit/PageHeader'
import { Facts } from '../kit/record/Facts'
import { Loaded } from '../kit/record/Loaded'
import { Banner } from '../ui/Banner'
import { Card } from '../ui/Card'
import { Field } from '../ui/Field'
import { Select } from '../ui/Select'
import styles from './HalfYear.module.css'
import { LIST_PATHS, MAY_WRITE, type HalfYear as Report, wordOf } from './ticket'

const freeze = lazyDialog(() => import('./reportActs'))

/** The half-years that may be reported, the newest first. */
function halves(now: Date): { value: string; year: number; half: number }[] {
  const first = now.getFullYear() * 2 + (now.getMonth() >= 6 ? 1 : 0)
  return Array.from({ length: 6 }, (_, back) => {
    const number = first - back
    const [year, half] = [Math.floor(number / 2), (number % 2) + 1]
    return { value: `${year}-${half}`, year, half }
  }).filter(({ year }) => year >= 2024)
}

/** Whether its last day has passed in Brasília, three hours behind UTC. */
function isOver({ year, half }: Pick<Report, 'year' | 'half'>, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, half * 6, 1, 3)
}

/** What the ombudsman reports of a half-year: as it stands, until somebody freezes it. */
export function HalfYear() {
  const t = useT('kit', 'cases')
  const [now] = useState(() => new Date())
  const options = halves(now)
  const [chosen, choose] = useState(options[0]?.value ?? '')
  const { year, half } = options.find(({ value }) => value === chosen) ?? { year: 2026, half: 1 }
  const report = useQuery({
    queryKey: ['record', 'cases.report', chosen],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/audit/ombudsman-reports', { params: { query: { year, half } }, signal })),
  })
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('cases.report.title')}
        subtitle={<Link to={LIST_PATHS.ombudsman}>{t('cases.ombudsman.title')}</Link>}
      />
      <div className={styles.choice}>
        <Field label={t('cases.report.half_year')}>
          {(control) => (
            <Select
              {...control}
              value={chosen}
              options={options.map(({ value, year: of, half: part }) => ({
                value,
                label: t('cases.report.option', { year: of, half: part }),
              }))}
              onChange={choose}
            />
          )}
        </Field>
      </div>
      <Loaded query={report}>{(found) => <Found report={found} over={isOver(found, now)} />}</Loaded>
    </div>
  )
}

function Found({ report, over }: { report: Report; over: boolean }) {
  const t = useT('cases')
  const language = useLanguage()
  return (
    <>
      <Banner tone={report.frozen_at ? 'success' : 'info'}>
        {report.frozen_at
          ? t('cases.report.frozen', {
              at: formatTime(report.frozen_at, language),
              by: report.frozen_by ?? '',
            })
          : t(over ? 'cases.report.over' : 'cases.report.live')}
      </Banner>
      <Card
        title={t('cases.report.figures')}
        actions={
          !report.frozen_at && (
            <CommandButton
              dialog={freeze}
              given={{ report, what: 'freeze' }}
              permissions={MAY_WRITE}
              anyMerchant
              disabled={!over}
              title={over ? undefined : t('cases.report.live')}
            >
              {t('cases.report.freeze')}
            </CommandButton>
          )
        }
      >
        <Facts
          facts={[
            { label: t('cases.report.opened'), value: report.opened },
            { label: t('cases.report.answered'), value: report.answered },
            { label: t('cases.report.extended'), value: report.extended },
            { label: t('cases.report.overdue'), value: report.overdue },
            { label: t('cases.report.mean_hours'), value: report.mean_hours },
            { label: t('cases.report.sha256'), value: <CopyText text={report.sha256} short /> },
          ]}
        />
      </Card>
      <div className={styles.groups}>
        {(['subject', 'product', 'channel', 'outcome'] as const).map((group) => (
          <Card key={group} title={t(`cases.column.${group}`)}>
            <Facts
              facts={Object.entries(report[`by_${group}`]).map(([value, count]) => ({
                label: wordOf(t, group, value),
                value: count,
              }))}
            />
          </Card>
        ))}
      </div>
    </>
  )
}
