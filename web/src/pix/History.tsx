import { type Language, type Translate, useLanguage, useT } from '../app/i18n'
import { formatDay, formatMoney } from '../kit/format'
import { Timeline } from '../kit/record/Timeline'
import type { Tone } from '../ui/Badge'
import { Card } from '../ui/Card'
import { type Moment, wordOf } from './pix'

const TONES: readonly [RegExp, Tone][] = [
  [/(rejected|failed|missed|skipped)$/, 'error'],
  [/(approved|paid|accepted)$/, 'success'],
  [/under_review$/, 'atention'],
]

/** What happened, and who made it happen. */
export function History({ timeline }: { timeline: readonly Moment[] }) {
  const t = useT('pix')
  const language = useLanguage()
  return (
    <Card title={t('pix.card.timeline')}>
      <Timeline
        items={timeline
          .filter(({ kind }) => kind !== 'payin:payment:settled')
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

function noteOf({ actor, data }: Moment, t: Translate, language: Language): string {
  const { amount, code, due_on }: { amount?: unknown; code?: unknown; due_on?: unknown } = data
  return [
    wordOf(t, 'actor', actor),
    typeof amount === 'number' && formatMoney({ amount, currency: 'BRL' }, language),
    typeof due_on === 'string' && formatDay(due_on, language),
    typeof code === 'string' && wordOf(t, 'codes.cause', code),
  ]
    .filter(Boolean)
    .join(', ')
}
