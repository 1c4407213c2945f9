import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { Popover } from '../../ui/Popover'
import styles from './Chip.module.css'

export interface ChipProps {
  name: string
  value: string
  /** Always there, and marked as the main one. */
  main?: boolean
  onRemove?: () => void
  /** What changes it; receives what closes the window. */
  children?: (close: () => void) => ReactNode
}

/** A filter that holds: its name, its value, and a way to change it and to take it away. */
export function Chip({ name, value, main = false, onRemove, children }: ChipProps) {
  const t = useT('kit')
  const face = (
    <>
      {name} <strong className={styles.value}>{value}</strong>
    </>
  )
  return (
    <span className={cx(styles.chip, main && styles.main, onRemove && styles.removable)}>
      {children ? (
        <Popover
          title={name}
          trigger={
            <button type="button" className={styles.face}>
              {face}
            </button>
          }
        >
          {children}
        </Popover>
      ) : (
        <span className={styles.face}>{face}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('kit.filter.remove', { name })}
          onClick={onRemove}
        >
          <X size={14} strokeWidth={2} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** The dashed chip that adds another filter. */
export function AddChip({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={cx(styles.chip, styles.add, styles.face, className)} />
}
