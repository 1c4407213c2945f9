import { type Language, type Translate, useLanguage, useT } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { Timeline } from '../../kit/record/Timeline'
import type { Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { type ChargeRecord, wordOf } from '../charge'

type Moment = ChargeRecord['timeline'][number]

const TONES: readonly [RegExp, Tone][] = [
  [/failed$/, 'error'],
  [/under_review$/, 'atention'],
  [/:refund|refunded$/, 'info'],
  [/:(paid|settled|accept)$/, 'success'],
]

/** What happened to the charge, and who made it happen. */
export function History({ timeline }: { timeline: readonly Moment[] }) {
  const t = useT('payin')
  const language = useLanguage()
  return (
    <Card title={t('payin.card.timeline')}>
      <Timeline
        items={timeline
          .map((moment, place) => ({
            key: `${place}`,
            at: moment.at,
            title: wordOf(t, 'event', moment.kind),
            note: noteOf(moment, t, language),
            tone: TONES.find(([kind]) => kind.test(moment.kind))?.[1],
          }))
          .toReversed()}
      />
    </Card>
  )
}

/** "ana@merchant.example, BRL 10.00, another amount". */
function noteOf({ actor, data }: Moment, t: Translate, language: Language): string {
  const { received, amount, reason, rule, left, processor }: Record<string, unknown> = data
  const sum = received ?? amount
  return [
    wordOf(t, 'actor', actor),
    typeof sum === 'number' && formatMoney({ amount: sum, currency: 'BRL' }, language),
    typeof rule === 'string' && t('payin.history.rule', { rule }),
    typeof left === 'string' && `${left} → ${String(processor)}`,
    typeof reason === 'string' && wordOf(t, 'review_reason', reason),
  ]
    .filter(Boolean)
    .join(', ')
}
