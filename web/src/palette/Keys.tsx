import { useT } from '../app/i18n'
import type { Key } from '../app/shortcuts'
import { commandKey, Kbd } from './Kbd'
import styles from './Keys.module.css'

const SIGNS: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' }
const NAMES: Record<string, string> = {
  ' ': 'palette.sheet.name_space',
  Escape: 'palette.sheet.name_escape',
  Enter: 'palette.sheet.name_enter',
  Home: 'palette.sheet.name_home',
  End: 'palette.sheet.name_end',
}

/** Keys as they stand on the keyboard. */
export function Keys({ of: { key, command } }: { of: Key }) {
  const t = useT('palette')
  const name = NAMES[key]
  return (
    <span className={styles.keys}>
      {command && <Kbd>{commandKey()}</Kbd>}
      <Kbd>{name ? t(name) : (SIGNS[key] ?? key.toUpperCase())}</Kbd>
    </span>
  )
}
