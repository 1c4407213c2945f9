import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Card } from '../../ui/Card'
import { duration, RUN_STATUSES, type Run } from '../tasks'
import styles from './Runs.module.css'

/** The latest runs: how each went, and behind it what it said. */
export function Runs({ runs }: { runs: readonly Run[] }) {
  const t = useT('tools')
  return (
    <Card title={t('tools.card.runs')} flush>
      {runs.length === 0 && <p className={styles.none}>{t('tools.runs.none')}</p>}
      {runs.map((run) => (
        <RunLine key={run.id} run={run} />
      ))}
    </Card>
  )
}

function RunLine({ run }: { run: Run }) {
  const t = useT('kit', 'tools')
  const language = useLanguage()
  const { number, status, planned_for, asked_by, milliseconds, missed, error, output } = run
  const moment = (at: string | null) => at && <DateTime at={at} time="seconds" />
  return (
    <details className={styles.run}>
      <summary className={styles.head}>
        <span className={styles.number}>#{number}</span>
        <StatusWord values={RUN_STATUSES} value={status} text={{ t, language }} />
        <DateTime at={planned_for} />
        <span className={styles.who}>
          {[asked_by ?? t('tools.runs.by_clock'), missed > 0 && t('tools.runs.stands_for', { count: missed })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span>{duration(milliseconds, language)}</span>
      </summary>
      <div className={styles.facts}>
        {error && <p className={styles.error}>{error}</p>}
        <Facts
          facts={[
            { label: t('tools.runs.planned_for'), value: moment(planned_for) },
            { label: t('tools.runs.started_at'), value: moment(run.started_at) },
            { label: t('tools.runs.ended_at'), value: moment(run.ended_at) },
            { label: t('tools.runs.attempts'), value: run.attempts },
            { label: t('tools.workers.worker'), value: run.worker },
          ]}
        />
        {output && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          <pre className={styles.output} tabIndex={0} aria-label={t('tools.runs.output')}>
            {output}
          </pre>
        )}
      </div>
    </details>
  )
}
