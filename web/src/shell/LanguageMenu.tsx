import { Languages } from 'lucide-react'
import { api, body } from '../app/api'
import { changeLanguage, type Language, useLanguage, useT } from '../app/i18n'
import { queries } from '../app/queries'
import { refreshTables, setLoading } from '../app/state'
import { IconButton } from '../ui/IconButton'
import { Menu } from '../ui/Menu'
import { ME } from './me'

/**
 * Saves the language with the person, then loads the person again, switches every text and loads the lists again, all
 * under the overlay. A failure only takes the overlay away.
 */
export async function chooseLanguage(locale: Language): Promise<void> {
  setLoading(true)
  try {
    await body(api.PATCH('/rbac/profile', { body: { locale } }))
    await queries.refetchQueries({ queryKey: ME })
    await changeLanguage(locale)
    refreshTables()
  } catch {
    // Nothing is said: the language simply stays.
  } finally {
    setLoading(false)
  }
}

export function LanguageMenu() {
  const t = useT('menu')
  const current = useLanguage()
  const choice = (locale: Language, name: string) => ({
    key: locale,
    label: <span lang={locale === 'pt' ? 'pt-BR' : 'en'}>{t(name)}</span>,
    checked: locale === current,
    onSelect: () => void chooseLanguage(locale),
  })
  return (
    <Menu
      trigger={
        <IconButton plain label={t('menu.bar.language')} icon={<Languages size={18} strokeWidth={1.75} />} />
      }
      items={[choice('pt', 'menu.bar.portuguese'), choice('en', 'menu.bar.english')]}
    />
  )
}
