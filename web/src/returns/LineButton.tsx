import { useLanguage, useT } from '../app/i18n'
import { formatNumber } from '../kit/format'
import styles from './Record.module.css'

/** Each effect that lines of a file have, once. */
export const kindsOf = <Effect extends string>(effects: readonly { effect: Effect }[]): Effect[] => [
  ...new Set(effects.map(({ effect }) => effect)),
]

/** The number of a line, which shows it as it stands in the file. */
export function LineButton({
  number,
  onLook,
}: {
  number: number | null | undefined
  onLook: (line: number) => void
}) {
  const t = useT('returns')
  const line = formatNumber(number ?? 0, useLanguage())
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={t('returns.record.look_at', { line })}
      onClick={() => onLook(number ?? 1)}
    >
      {line}
    </button>
  )
}
