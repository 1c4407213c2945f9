import { type Translate, useLanguage, useT } from '../app/i18n'
import { type Feature, SIGNS, valueText, wordOf } from './pld'
import styles from './pld.module.css'
import { useVocabulary } from './useVocabulary'

/** A comparison of one feature with a whole number, as the server reads it too. */
const COMPARISON = /^\s*([a-z][a-z0-9_]*)\s*(>=|<=|==|!=|>|<)\s*(-?\d{1,18})\s*$/

/** A comparison of the kind of a movement, its direction or its subject with one of their words. */
const NAMED = /^\s*(kind|direction|subject_kind)\s*(==|!=)\s*['"]([a-z_]+)['"]\s*$/

/** What a condition on words says; null where it is about something else. */
export function namedWords(line: string, t: Translate): string | null {
  const [, name, operator = '', value = ''] = NAMED.exec(line) ?? []
  return name ? `${wordOf(t, 'named', name)} ${SIGNS[operator]} ${wordOf(t, name, value)}` : null
}

/** What a condition says, with its number in its unit; null where it is more than one comparison. */
export function conditionWords(
  line: string,
  features: readonly Feature[],
  currency: string,
  text: Parameters<typeof valueText>[3],
): string | null {
  const named = namedWords(line, text.t)
  if (named) return named
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
