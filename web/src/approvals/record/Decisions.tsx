import { useT } from '../../app/i18n'
import { Timeline } from '../../kit/record/Timeline'
import { Card } from '../../ui/Card'
import { type Approval, wordOf } from '../approvals'
import styles from './record.module.css'

const TONES = { approve: 'success', reject: 'error', emergency: 'atention' } as const

/** What the policies want, and who has decided so far. */
export function Decisions({ request }: { request: Approval }) {
  const t = useT('approvals')
  const { demands, decisions, round } = request
  return (
    <>
      <Card title={t('approvals.record.demands')}>
        <ul className={styles.list}>
          {demands.map(({ policy, name, needed, permission, distinct_teams }) => (
            <li key={policy ?? name}>
              {policy ? name : t('approvals.record.own_rule')}
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
      </Card>
      <Card title={t('approvals.record.decisions')}>
        {decisions.length === 0 && <p className={styles.none}>{t('approvals.record.nobody')}</p>}
        <Timeline
          items={decisions.toReversed().map((decision) => ({
            key: `${decision.round} ${decision.actor}`,
            at: decision.at,
            title: t(`approvals.kind.${decision.kind}`),
            note: [
              decision.actor,
              decision.reason && `“${decision.reason}”`,
              decision.round < round && t('approvals.record.void'),
            ]
              .filter(Boolean)
              .join(' · '),
            tone: decision.round < round ? 'neutral' : TONES[decision.kind],
          }))}
        />
      </Card>
    </>
  )
}
