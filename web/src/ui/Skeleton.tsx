import { cx } from './cx'
import styles from './Skeleton.module.css'

/** Grey shapes while something loads. The region around them says `aria-busy`; the shapes themselves are silent.
 * `data-first`: what stands below the page waits for it (shell/Footer.module.css). */
export function TextBars({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span className={cx(styles.bars, className)} aria-hidden data-first>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.text} />
      ))}
    </span>
  )
}

export function BlockBars({
  blocks = 3,
  height = 72,
  className,
}: {
  blocks?: number
  height?: number
  className?: string
}) {
  return (
    <span className={cx(styles.blocks, className)} aria-hidden data-first>
      {Array.from({ length: blocks }, (_, block) => (
        <span key={block} className={styles.block} style={{ height }} />
      ))}
    </span>
  )
}

/** One bar of a given width, to stand for one text. */
export function Bar({ width = '100%', height = 12 }: { width?: string | number; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden />
}
