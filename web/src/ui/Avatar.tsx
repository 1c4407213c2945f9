import styles from './Avatar.module.css'
import { cx } from './cx'
import { initials } from './initials'

export interface AvatarProps {
  name: string
  /** Round in primary for the person who is signed in; square in secondary for others and for things. */
  shape?: 'round' | 'square'
}

/** The initials of a name; decoration, because the name stands beside it. */
export function Avatar({ name, shape = 'square' }: AvatarProps) {
  return (
    <span className={cx(styles.avatar, styles[shape])} aria-hidden>
      {initials(name, shape === 'round' ? 'person' : 'thing')}
    </span>
  )
}
