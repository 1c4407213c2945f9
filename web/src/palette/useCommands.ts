import { Keyboard, Languages, LogOut, Moon, PanelLeft, Plus, Store, Sun } from 'lucide-react'
import { useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import { logout } from '../app/session'
import { layout, setMenuOpen, settings, type User } from '../app/state'
import { useStore } from '../app/store'
import { setTheme, useTheme } from '../app/theme'
import { chooseAnother } from '../viewer/choosing'
import { chooseLanguage } from '../viewer/language'
import type { Item } from './items'
import { show } from './state'

const MAY_CHARGE = ['payin::charge:write']

/** What a person can do from anywhere. */
export function useCommands(user: User): Item[] {
  const t = useT('palette')
  const dark = useTheme() === 'dark'
  const language = useLanguage()
  const menuOpen = useStore(layout, (state) => state.menuOpen)
  const account = useStore(settings, (state) => state.account)
  const oneMerchant = account !== null && account.id !== 'all'

  const commands: (Item | false)[] = [
    // It acts on one merchant: with none in sight, or all of them, there is nothing to charge for.
    oneMerchant &&
      may(MAY_CHARGE, user.permissions) && {
        key: 'new_charge',
        label: t('palette.command.new_charge'),
        note: account.name,
        icon: Plus,
        run: () => show('newCharge'),
      },
    !account?.unique && {
      key: 'merchant',
      label: t('palette.command.merchant'),
      icon: Store,
      run: chooseAnother,
    },
    {
      key: 'theme',
      label: t(dark ? 'palette.command.theme_light' : 'palette.command.theme_dark'),
      icon: dark ? Sun : Moon,
      run: () => setTheme(dark ? 'light' : 'dark'),
    },
    {
      key: 'language',
      label: t('palette.command.language'),
      icon: Languages,
      run: () => void chooseLanguage(language === 'pt' ? 'en' : 'pt'),
    },
    {
      key: 'menu',
      label: t(menuOpen ? 'palette.command.menu_close' : 'palette.command.menu_open'),
      icon: PanelLeft,
      run: () => setMenuOpen(!menuOpen),
    },
    { key: 'sheet', label: t('palette.command.sheet'), icon: Keyboard, run: () => show('sheet') },
    { key: 'sign_out', label: t('palette.command.sign_out'), icon: LogOut, run: () => void logout() },
  ]
  return commands.filter((command) => command !== false)
}
