import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useT } from '../app/i18n'
import { layout, setMobileMenuOpen, type User } from '../app/state'
import { useStore } from '../app/store'
import { IconButton } from '../ui/IconButton'
import { Logo } from '../ui/Logo'
import styles from './MobileMenu.module.css'
import { SideMenu } from './SideMenu'

const close = () => setMobileMenuOpen(false)

/** The menu on a phone: a drawer of the browser's own kind, which keeps the keyboard inside and closes with Escape. */
export function MobileMenu({ user }: { user: User }) {
  const open = useStore(layout, (state) => state.mobileMenuOpen)
  return open ? <Drawer user={user} /> : null
}

function Drawer({ user }: { user: User }) {
  const t = useT('menu')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t('menu.title')}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <Logo />
          <IconButton
            plain
            label={t('menu.bar.close_menu')}
            icon={<X size={18} strokeWidth={1.75} />}
            onClick={close}
          />
        </header>
        <SideMenu user={user} onFollow={close} />
      </div>
    </dialog>
  )
}
