import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import styles from './Field.module.css'
import { Limit, lengthOf } from './Limit'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  controlSize?: 'medium' | 'large'
  /** A sign inside the box, before the text. */
  before?: ReactNode
  /** A button inside the box, after the text. */
  after?: ReactNode
}

interface Limited {
  id?: string
  value?: unknown
  maxLength?: number
  'aria-describedby'?: string
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid']
}

/** A limit is told, not enforced: a browser's own would cut what is pasted without a word. */
function limited({ id, value, maxLength, ...aria }: Limited) {
  const length = lengthOf(value, maxLength)
  if (!length) return { note: null, told: {} }
  const noteId = id && `${id}-limit`
  return {
    note: <Limit id={noteId} {...length} />,
    told: {
      'aria-describedby': [aria['aria-describedby'], noteId].filter(Boolean).join(' ') || undefined,
      'aria-invalid': length.used > length.most ? true : aria['aria-invalid'],
    },
  }
}

export function TextInput({
  controlSize = 'medium',
  before,
  after,
  className,
  maxLength,
  ...rest
}: TextInputProps) {
  const { note, told } = limited({ ...rest, maxLength })
  const input = (
    <input
      type="text"
      {...rest}
      {...told}
      className={cx(
        styles.control,
        controlSize === 'large' && styles.large,
        Boolean(before) && styles.hasBefore,
        Boolean(after) && styles.hasAfter,
        className,
      )}
    />
  )
  const boxed = before || after
  return (
    <>
      {boxed ? (
        <div className={styles.group}>
          {before && <span className={styles.before}>{before}</span>}
          {input}
          {after && <span className={styles.after}>{after}</span>}
        </div>
      ) : (
        input
      )}
      {note}
    </>
  )
}

export function TextArea({ className, maxLength, ...rest }: ComponentProps<'textarea'>) {
  const { note, told } = limited({ ...rest, maxLength })
  return (
    <>
      <textarea rows={3} {...rest} {...told} className={cx(styles.control, className)} />
      {note}
    </>
  )
}
