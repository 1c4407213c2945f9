import { useLanguage, useT } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { Moments } from '../../kit/record/Moments'
import type { Tone } from '../../ui/Badge'
import { type ChargeRecord, wordOf } from '../charge'

const TONES: readonly [RegExp, Tone][] = [
  [/failed$/, 'error'],
  [/under_review$/, 'atention'],
  [/:refund|refunded$/, 'info'],
  [/:(paid|settled|accept)$/, 'success'],
]

const REFUNDED = /^payin:charge:(partially_)?refunded$/

/** What happened to the charge: "ana@merchant.example, R$10.00, another amount". */
export function History({ timeline }: { timeline: ChargeRecord['timeline'] }) {
  const t = useT('payin')
  const language = useLanguage()
  return (
    <Moments
      title={t('payin.card.timeline')}
      moments={timeline}
      word={(group, value) => wordOf(t, group, value)}
      more={({ kind, data }) => {
        const { received, refunded, amount, reason, rule, left, processor }: Record<string, unknown> = data
        // A refund is told with what went back; the amount of its charge would be read as that.
        const sum = REFUNDED.test(kind) ? refunded : (received ?? amount)
        return [
          typeof sum === 'number' && formatMoney({ amount: sum, currency: 'BRL' }, language),
          typeof rule === 'string' && t('payin.history.rule', { rule }),
          typeof left === 'string' && `${left} → ${String(processor)}`,
          typeof reason === 'string' && wordOf(t, 'review_reason', reason),
        ]
      }}
      tones={TONES}
    />
  )
}
