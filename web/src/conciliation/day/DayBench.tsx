import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, FileUp, Play } from 'lucide-react'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatDay, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { useRecord } from '../../kit/record/useRecord'
import { buttonClass } from '../../ui/Button'
import { DAY_STATES, DAYS_PATH, type Day, dayPath, FILES_PATH, MAY_WRITE } from '../conciliation'
import { Story } from '../Story'
import { AsKnown } from './AsKnown'
import { ClosingBar } from './ClosingBar'
import styles from './DayBench.module.css'
import { ExpectationsColumn, LinesColumn } from './OpenColumns'
import { Residual } from './Residual'
import { Seals } from './Seals'
import { Selection } from './Selection'
import { Suggestions } from './Suggestions'

const run = lazyDialog(() => import('../acts/RunLadder'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** The bench where a day is concilied: the residual above, bank and ledger beside each other, what is selected between them. */
export function DayBench() {
  const { id = '' } = useParams({ strict: false })
  const day = useRecord(
    'conciliation.day',
    id,
    (signal) => body(api.GET('/v1/conciliation/days/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={day}>{(found) => <Found key={found.id} day={found} />}</Loaded>
}

/** Whether a day is open to changes. */
const isOpen = ({ state }: Day) => state === 'open' || state === 'ready'

function Found({ day }: { day: Day }) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const [lines, setLines] = useState<ReadonlySet<string>>(new Set())
  const [expectations, setExpectations] = useState<ReadonlySet<string>>(new Set())
  const clear = () => {
    setLines(new Set())
    setExpectations(new Set())
  }
  const byRule = day.rungs.reduce((sum, { rung, lines: count }) => sum + (rung ? count : 0), 0)
  return (
    <>
      <RecordHeader
        crumbs={[
          { label: t('conciliation.title.days'), to: DAYS_PATH },
          { label: formatDay(day.day, language) },
        ]}
        title={`${day.account_name}, ${day.branch} / ${day.number}`}
        status={<StatusWord values={DAY_STATES} value={day.state} text={{ t, language }} />}
        subtitle={t('conciliation.bench.subtitle', {
          day: formatDay(day.day, language),
          currency: day.difference.currency,
          lines: formatNumber(day.day_lines, language),
          matched: formatNumber(byRule, language),
          left: formatNumber(day.lines.length, language),
        })}
        actions={<HeadActs day={day} />}
      />
      <div className={styles.bench}>
        <Residual day={day} />
        <div className={styles.columns}>
          <LinesColumn day={day} chosen={lines} onChoose={isOpen(day) ? setLines : undefined} />
          <div className={styles.middle}>
            <Selection day={day} lines={lines} expectations={expectations} onClear={clear} />
            <Suggestions day={day} />
          </div>
          <ExpectationsColumn
            day={day}
            chosen={expectations}
            onChoose={isOpen(day) ? setExpectations : undefined}
          />
        </div>
        <ClosingBar day={day} />
        <div className={styles.below}>
          <Seals day={day} />
          <AsKnown day={day} />
          <Story moments={day.timeline} />
        </div>
      </div>
    </>
  )
}

function HeadActs({ day: { earlier_id, later_id } }: { day: Day }) {
  const t = useT('conciliation')
  return (
    <>
      <CommandButton
        dialog={run}
        given={{}}
        permissions={MAY_WRITE}
        anyMerchant
        variant="secondary"
        icon={<Play {...ICON} />}
      >
        {t('conciliation.run.open')}
      </CommandButton>
      {may(MAY_WRITE) && (
        <Link to={FILES_PATH} className={buttonClass('secondary')}>
          <FileUp {...ICON} aria-hidden />
          {t('conciliation.upload.open')}
        </Link>
      )}
      {earlier_id && (
        <Link
          to={dayPath(earlier_id)}
          className={buttonClass('secondary')}
          aria-label={t('conciliation.bench.earlier')}
        >
          <ChevronLeft {...ICON} aria-hidden />
        </Link>
      )}
      {later_id && (
        <Link
          to={dayPath(later_id)}
          className={buttonClass('secondary')}
          aria-label={t('conciliation.bench.later')}
        >
          <ChevronRight {...ICON} aria-hidden />
        </Link>
      )}
    </>
  )
}
