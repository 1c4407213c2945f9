import { useLanguage, useT } from '../app/i18n'
import { type Feature, SIGNS, valueText, wordOf } from './pld'
import styles from './pld.module.css'
import { useVocabulary } from './useVocabulary'

/** A comparison of one feature with a whole number, as the server reads it too. */
const COMPARISON = /^\s*([a-z][a-z0-9_]*)\s*(>=|<=|==|!=|>|<)\s*(-?\d{1,18})\s*$/

/** What a condition says, with its number in its unit; null where it is more than one comparison. */
export function conditionWords(
  line: string,
  features: readonly Feature[],
  currency: string,
  text: Parameters<typeof valueText>[3],
): string | null {
  const [, name, operator, limit] = COMPARISON.exec(line) ?? []
  const feature = features.find((each) => each.name === name)
  if (!feature || !operator || feature.unit === 'text' || feature.unit === 'flag') return null
  const value = valueText(Number(limit), feature.unit, currency, text)
  return `${wordOf(text.t, 'feature', feature.name)} ${SIGNS[operator]} ${value}`
}

/** The same under the line that it explains. */
export function ConditionWords({ line, currency }: { line: string; currency: string }) {
  const t = useT('pld')
  const language = useLanguage()
  const { data } = useVocabulary()
  const words = data && conditionWords(line, data.features, currency, { t, language })
  return words ? <span className={styles.words}>{words}</span> : null
}
