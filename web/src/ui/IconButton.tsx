import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import styles from './IconButton.module.css'
import { Tooltip } from './Tooltip'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its name: read aloud, and shown on hover. */
  label: string
  icon: ReactNode
  size?: 'small' | 'medium'
  /** No tooltip, for a button that opens something in the same place. */
  plain?: boolean
}

export function IconButton({
  label,
  icon,
  size = 'medium',
  plain,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    // oxlint-disable-next-line react/button-has-type
    <button {...rest} type={type} aria-label={label} className={cx(styles.button, styles[size], className)}>
      {icon}
    </button>
  )
  return plain ? button : <Tooltip text={label}>{button}</Tooltip>
}
