import { Search } from 'lucide-react'
import { useT } from '../app/i18n'
import { commandKey, Kbd } from './Kbd'
import styles from './PaletteButton.module.css'
import { show } from './state'

/** In the top bar: opens the palette, and tells its shortcut. */
export function PaletteButton() {
  const t = useT('menu')
  return (
    <button
      type="button"
      className={styles.button}
      // Its name where there is no room for its words.
      title={t('menu.bar.palette')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={() => show('palette')}
    >
      <Search size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>{t('menu.bar.palette')} </span>
      <span className={styles.keys}>
        <Kbd>{commandKey()}</Kbd> <Kbd>K</Kbd>
      </span>
    </button>
  )
}
