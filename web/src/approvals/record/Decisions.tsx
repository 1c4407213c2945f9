import { type Translate, useT } from '../../app/i18n'
import { Timeline, type TimelineItem } from '../../kit/record/Timeline'
import { Card } from '../../ui/Card'
import { type Approval, wordOf } from '../approvals'
import styles from './record.module.css'

const TONES = { approve: 'success', reject: 'error', emergency: 'atention' } as const

/** What the policies want, and who has decided so far. */
export function Decisions({ request }: { request: Approval }) {
  const t = useT('approvals')
  const { demands, missing, status } = request
  const past = pastOf(t, request)
  return (
    <>
      <Card title={t('approvals.record.demands')}>
        <ul className={styles.list}>
          {demands.map(({ policy, name, needed, permission, distinct_teams }) => (
            <li key={policy ?? name}>
              {policy ? name : t(`approvals.record.own_rule.${name}`)}
              <small>
                {[
                  t('approvals.record.needed', { count: needed }),
                  wordOf(t, 'permission', permission),
                  distinct_teams && t('approvals.record.distinct_teams'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
        {status === 'awaiting' && <p>{t('approvals.record.missing', { count: missing })}</p>}
      </Card>
      <Card title={t('approvals.record.decisions')}>
        {past.length === 0 && <p className={styles.none}>{t('approvals.record.nobody')}</p>}
        <Timeline items={past} />
      </Card>
    </>
  )
}

/** What was decided, handed on and changed, the latest first. */
function pastOf(t: Translate, { decisions, delegations, edited_at, maker, round }: Approval): TimelineItem[] {
  const said = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(' · ')
  const quoted = (text: string | null) => text && `“${text}”`
  const decided = decisions.map(({ round: at_round, actor, kind, reason, at }): TimelineItem => {
    const isVoid = at_round < round
    return {
      key: `${at_round} ${actor}`,
      at,
      title: t(`approvals.kind.${kind}`),
      note: said(actor, quoted(reason), isVoid && t('approvals.record.void')),
      tone: isVoid ? 'neutral' : TONES[kind],
    }
  })
  const handed = delegations.map(
    ({ actor, delegate, note, at }): TimelineItem => ({
      key: `${actor} ${at}`,
      at,
      title: t('approvals.kind.delegate'),
      note: said(`${actor} → ${delegate}`, quoted(note)),
      tone: 'info',
    }),
  )
  const edited: TimelineItem[] = edited_at
    ? [{ key: 'edited', at: edited_at, title: t('approvals.kind.edit'), note: maker, tone: 'neutral' }]
    : []
  return [...decided, ...handed, ...edited].toSorted((one, other) => other.at.localeCompare(one.at))
}
