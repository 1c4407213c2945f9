import { useT } from '../../app/i18n'
import { Timeline } from '../../kit/record/Timeline'
import type { Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { wordOf } from '../access'
import type { Moment } from '../contract'
import { changeOf } from './change'
import styles from './plain.module.css'

const TONES: readonly [RegExp, Tone][] = [
  [/suspend|revoke|delete|fail|refus|wrong/, 'error'],
  [/reset|end/, 'atention'],
  [/invite|create|restore|accept/, 'success'],
]

/** What was done, when and by whom. */
export function Trail({ trail, title }: { trail: readonly Moment[]; title: string }) {
  const t = useT('access')
  return (
    <Card title={title}>
      {trail.length === 0 && <p className={styles.none}>{t('access.trail.none')}</p>}
      <Timeline
        items={trail.map((moment, place) => ({
          key: `${place}`,
          at: moment.at,
          title: wordOf(t, 'event', moment.name),
          note: [moment.actor, changeOf(t, moment.data)].filter(Boolean).join(' · '),
          tone: TONES.find(([name]) => name.test(moment.name))?.[1],
        }))}
      />
    </Card>
  )
}
