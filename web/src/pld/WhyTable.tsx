import { useLanguage, useT } from '../app/i18n'
import { MiniTable } from '../kit/record/MiniTable'
import { Badge } from '../ui/Badge'
import { namedWords } from './conditionWords'
import { SIGNS, valueText, type Why, wordOf } from './pld'
import styles from './pld.module.css'

interface WhyTableProps {
  why: readonly Why[]
  currency: string
  /** Beside something else: amounts have the room of the bars. */
  tight?: boolean
}

/** Each condition with its value, its threshold and by how much it held. */
export function WhyTable({ why, currency, tight = false }: WhyTableProps) {
  const t = useT('kit', 'pld')
  const language = useLanguage()
  const text = { t, language }
  return (
    <MiniTable
      label={t('pld.why.title')}
      columns={[
        { key: 'condition', title: t('pld.why.condition'), wide: !tight },
        { key: 'value', title: t('pld.why.value'), end: true },
        { key: 'threshold', title: t('pld.why.threshold'), end: true },
        ...(tight ? [] : [{ key: 'bar', title: t('pld.why.mark') }]),
        { key: 'margin', title: t('pld.why.margin'), end: true },
      ]}
      rows={why.map((each) => ({
        key: each.condition,
        cells: each.feature
          ? [
              <span key="condition" title={each.condition}>
                {wordOf(t, 'feature', each.feature)}
              </span>,
              <strong key="value">{valueText(each.value, each.unit, currency, text)}</strong>,
              `${SIGNS[each.operator ?? ''] ?? ''} ${valueText(each.threshold, each.unit, currency, text)}`,
              ...(tight ? [] : [<Mark key="mark" value={each.value} threshold={each.threshold} />]),
              <Margin key="margin" why={each} currency={currency} />,
            ]
          : [
              namedWords(each.condition, t) ?? <code key="condition">{each.condition}</code>,
              each.error ? (
                <Badge key="error" tone="error" title={each.error}>
                  {t('pld.outcome.error')}
                </Badge>
              ) : (
                t(
                  each.held === null
                    ? 'pld.outcome.not_enough_data'
                    : each.held
                      ? 'pld.why.yes'
                      : 'pld.why.no',
                )
              ),
              '—',
              ...(tight ? [] : ['']),
              '—',
            ],
      }))}
    />
  )
}

function Margin({ why, currency }: { why: Why; currency: string }) {
  const t = useT('pld')
  const language = useLanguage()
  if (why.margin === null) return t('pld.outcome.not_enough_data')
  return (
    <span className={why.held ? styles.held : styles.missed}>
      {valueText(why.margin, why.unit, currency, { t, language }, true)}
    </span>
  )
}

/** The value as a bar against the mark of its threshold. */
function Mark({ value, threshold }: { value: number | null; threshold: number | null }) {
  if (value === null || threshold === null || threshold <= 0) return null
  const whole = Math.max(value, threshold * 1.6)
  return (
    <svg className={styles.mark} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} x="0" y="2" width="100" height="6" rx="3" />
      <rect
        className={styles.fill}
        x="0"
        y="2"
        width={Math.max(0, (100 * value) / whole)}
        height="6"
        rx="3"
      />
      <rect className={styles.limit} x={(100 * threshold) / whole - 0.75} y="0" width="1.5" height="10" />
    </svg>
  )
}
