import { Languages } from 'lucide-react'
import { type Language, useLanguage, useT } from '../app/i18n'
import { IconButton } from '../ui/IconButton'
import { Menu } from '../ui/Menu'
import { chooseLanguage } from '../viewer/language'

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
