import { type Language, type Translate, useLanguage, useT } from '../../app/i18n'
import { StatusDot, type Tone } from '../../ui/Badge'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/Skeleton'
import { formatNumber, formatSums, type Money } from '../format'
import styles from './Tiles.module.css'

export interface Tile {
  key: string
  label: string
  tone?: Tone
  /** The count is a guess. */
  about?: boolean
  /** Undefined while it loads; null when this period has no such sum. */
  count: number | null | undefined
  /** Undefined where nothing has one; null where this tile has none. */
  amount: readonly Money[] | null | undefined
  pressed: boolean
  onPress: () => void
}

/** In one currency the sum; else in how many, because they add up to nothing. */
function sumOf(amount: readonly Money[] | null, language: Language, t: Translate): string {
  if (!amount?.length) return '\u00a0'
  return amount.length === 1
    ? formatSums(amount, language)
    : t('kit.tiles.currencies', { number: amount.length })
}

/** What is in the period, state by state; a tile shows only its own. */
export function Tiles({ tiles, label }: { tiles: readonly Tile[]; label: string }) {
  const t = useT('kit')
  const language = useLanguage()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.tiles} aria-label={label}>
      {tiles.map(({ key, label: word, tone, about, count, amount, pressed, onPress }) => (
        <button
          key={key}
          type="button"
          className={cx(styles.tile, pressed && styles.pressed)}
          aria-pressed={pressed}
          onClick={onPress}
        >
          <span className={styles.label}>
            {tone && <StatusDot tone={tone} />}
            {word}
          </span>
          <span className={styles.count}>
            {count === undefined ? (
              <Bar width={64} height={18} />
            ) : count === null ? (
              <span title={t('kit.tiles.no_sum')}>—</span>
            ) : (
              (about ? '≈ ' : '') + formatNumber(count, language)
            )}
          </span>
          {amount !== undefined && (
            <span className={styles.amount} title={amount?.length ? formatSums(amount, language) : undefined}>
              {sumOf(amount, language, t)}
            </span>
          )}
        </button>
      ))}
    </section>
  )
}
