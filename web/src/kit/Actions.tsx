import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../app/i18n'
import { cx } from '../ui/cx'
import { IconButton } from '../ui/IconButton'
import styles from './Actions.module.css'
import { useNarrow } from './list/useNarrow'
import { useFolded } from './useFolded'

/**
 * Buttons beside each other. On a phone those that would take a second row take it from what they are about: there the main
 * one stands alone, and the others come with one more press. They are there all the time, so a window that one of them
 * opened stays.
 */
export function Actions({ children }: { children: ReactNode }) {
  const t = useT('common')
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const box = useFolded(narrow)
  return (
    <div ref={box} className={cx(styles.actions, open ? styles.open : styles.shut)}>
      {narrow && (
        <IconButton
          plain
          className={styles.more}
          label={t('common.action.more')}
          icon={<Ellipsis size={18} strokeWidth={1.75} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      )}
      {children}
    </div>
  )
}
