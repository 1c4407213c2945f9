import { Link } from '@tanstack/react-router'
import { CircleHelp, Menu as MenuIcon, Moon, PanelLeft, Sun } from 'lucide-react'
import { config } from '../app/config'
import { useT } from '../app/i18n'
import { layout, setMenuOpen, setMobileMenuOpen, settings, type User } from '../app/state'
import { useStore } from '../app/store'
import { setTheme, useTheme } from '../app/theme'
import { Bell } from '../notifications/bell/Bell'
import { PaletteButton } from '../palette/PaletteButton'
import { cx } from '../ui/cx'
import { IconButton } from '../ui/IconButton'
import { Logo } from '../ui/Logo'
import { LanguageMenu } from './LanguageMenu'
import { ProfileMenu } from './ProfileMenu'
import styles from './TopBar.module.css'

const icon = { size: 18, strokeWidth: 1.75 }

export function TopBar({ user }: { user: User }) {
  const t = useT('menu')
  const menuOpen = useStore(layout, (state) => state.menuOpen)
  const dangerous = useStore(settings, (state) => state.dangerousScreen)
  return (
    <header className={cx(styles.bar, dangerous && styles.dangerous)}>
      <IconButton
        className={styles.mobileOnly}
        plain
        label={t('menu.bar.open_menu')}
        aria-haspopup="dialog"
        icon={<MenuIcon {...icon} />}
        onClick={() => setMobileMenuOpen(true)}
      />
      <Link
        to="/dashboard"
        activeOptions={{ exact: true }}
        className={styles.home}
        aria-label={t('menu.bar.home')}
      >
        <Logo />
      </Link>
      <IconButton
        className={styles.desktopOnly}
        label={t(menuOpen ? 'menu.bar.collapse_menu' : 'menu.bar.expand_menu')}
        aria-expanded={menuOpen}
        icon={<PanelLeft {...icon} />}
        onClick={() => setMenuOpen(!menuOpen)}
      />
      <div className={styles.space}>
        {dangerous && <p className={styles.warning}>{t('menu.bar.dangerous')}</p>}
      </div>
      <PaletteButton />
      <Help />
      <Bell />
      <ThemeToggle />
      <LanguageMenu />
      <ProfileMenu user={user} />
    </header>
  )
}

/** The way to the help centre, where there is one. */
function Help() {
  const t = useT('menu')
  const { helpUrl } = config()
  if (!helpUrl) return null
  return (
    <a
      className={styles.help}
      href={helpUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={t('menu.bar.help')}
    >
      <CircleHelp {...icon} aria-hidden />
    </a>
  )
}

function ThemeToggle() {
  const t = useT('menu')
  const dark = useTheme() === 'dark'
  return (
    <IconButton
      label={t(dark ? 'menu.bar.theme_light' : 'menu.bar.theme_dark')}
      icon={dark ? <Sun {...icon} /> : <Moon {...icon} />}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}
