import { useLanguage, useT } from '../../app/i18n'
import { durationWords } from '../../kit/duration'
import { formatMoney, formatNumber } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { type BlindSpot, ruleName, wordOf } from '../pld'
import page from '../pld.module.css'
import { WhyTable } from '../WhyTable'
import styles from './blindSpots.module.css'
import { momentText, runsOf } from './schedule'

/** Lines of a schedule that a page shows at most. */
const MOST = 60

/** Each way of moving money with the schedule that moves the most, and the proof of it. */
export function ScheduleCard({ answers, currency }: { answers: readonly BlindSpot[]; currency: string }) {
  const t = useT('pld')
  const language = useLanguage()
  return (
    <Card title={t('pld.blind_spots.schedule')}>
      {answers.map((each, place) => (
        <details key={`${each.target}_${each.way}`} className={styles.schedule} open={place === 0}>
          <summary>
            <strong>{wordOf(t, 'way', `${each.target}_${each.way}`)}</strong>
            <span>
              {each.moved ? formatMoney(each.moved, language) : wordOf(t, 'blind_spots', wordFor(each))}
            </span>
          </summary>
          <div>
            <Proof answer={each} currency={currency} />
            {each.steps.length > 0 && <Runs answer={each} />}
          </div>
        </details>
      ))}
    </Card>
  )
}

const wordFor = ({ limit }: BlindSpot) => (limit === 'unproved' ? 'unproved' : 'no_limit')

function Proof({ answer, currency }: { answer: BlindSpot; currency: string }) {
  const t = useT('pld')
  const { stopped_by: stop, more_stopped_by: more, limit, steps } = answer
  if (limit === 'none') return <p>{t('pld.blind_spots.endless_text')}</p>
  if (limit === 'unproved') return <p>{t('pld.blind_spots.unproved')}</p>
  const named = stop && { rule: ruleName(stop.rule.number), movement: stop.movement }
  return (
    <>
      <p>
        {steps.length === 0
          ? named
            ? t('pld.blind_spots.proof_first', named)
            : t('pld.blind_spots.no_schedule')
          : named
            ? t('pld.blind_spots.proof', named)
            : t('pld.blind_spots.proof_open')}
      </p>
      {stop && <WhyTable why={stop.why} currency={currency} />}
      {steps.length > 0 && (
        <p className={page.quiet}>
          {more
            ? t('pld.blind_spots.more', { rule: ruleName(more.rule.number) })
            : limit === 'search' && t('pld.blind_spots.more_silent')}
        </p>
      )}
    </>
  )
}

function Runs({ answer }: { answer: BlindSpot }) {
  const t = useT('pld')
  const language = useLanguage()
  const runs = runsOf(answer.steps)
  return (
    <MiniTable
      label={t('pld.blind_spots.schedule')}
      total={runs.length}
      columns={[
        { key: 'from', title: t('pld.schedule.when') },
        { key: 'kind', title: t('pld.schedule.kind') },
        { key: 'times', title: t('pld.schedule.times'), end: true },
        { key: 'every', title: t('pld.schedule.every') },
        { key: 'amount', title: t('pld.schedule.amount'), end: true },
        { key: 'parties', title: t('pld.schedule.parties'), end: true },
      ]}
      rows={runs.slice(0, MOST).map((run) => ({
        key: `${run.kind}${run.from}`,
        cells: [
          momentText(run.from, t),
          wordOf(t, 'kind', run.kind),
          formatNumber(run.times, language),
          run.every === null ? t('pld.schedule.once') : durationWords(run.every, language),
          formatMoney(run.amount, language),
          formatNumber(run.parties, language),
        ],
      }))}
    />
  )
}
