import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import styles from './Field.module.css'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  controlSize?: 'medium' | 'large'
  /** A sign inside the box, before the text. */
  before?: ReactNode
  /** A button inside the box, after the text. */
  after?: ReactNode
}

export function TextInput({ controlSize = 'medium', before, after, className, ...rest }: TextInputProps) {
  const input = (
    <input
      type="text"
      {...rest}
      className={cx(
        styles.control,
        controlSize === 'large' && styles.large,
        Boolean(before) && styles.hasBefore,
        Boolean(after) && styles.hasAfter,
        className,
      )}
    />
  )
  if (!before && !after) return input
  return (
    <div className={styles.group}>
      {before && <span className={styles.before}>{before}</span>}
      {input}
      {after && <span className={styles.after}>{after}</span>}
    </div>
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...rest} className={cx(styles.control, className)} />
}
