import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { cx } from './cx'
import { Spinner } from './Spinner'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'medium' | 'large'
  icon?: ReactNode
  /** Shows a spinner and ignores presses; the button keeps its place in the order of the keyboard. */
  busy?: boolean
  wide?: boolean
}

export function Button({
  variant = 'primary',
  size = 'medium',
  icon,
  busy = false,
  wide = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      data-variant={variant}
      // oxlint-disable-next-line react/button-has-type
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      className={cx(styles.button, styles[variant], styles[size], wide && styles.wide, className)}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** The look of a button for something that is a link. */
export function buttonClass(
  variant: NonNullable<ButtonProps['variant']> = 'primary',
  size: NonNullable<ButtonProps['size']> = 'medium',
) {
  return cx(styles.button, styles[variant], styles[size])
}
