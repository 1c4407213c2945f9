import styles from './Kbd.module.css'

/** A key as it stands on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>
}

/** How the key is called here; Ctrl and ⌘ both work everywhere. */
export const commandKey = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')
