import { type Language, useLanguage, useT } from '../../app/i18n'
import { Choices } from '../command/Choices'

interface FileLanguageProps {
  value: Language
  onChange: (value: Language) => void
  /** The language also says how cells and decimals are separated. */
  csv: boolean
}

/** In which language a file is written; the person's own comes first. */
export function FileLanguage({ value, onChange, csv }: FileLanguageProps) {
  const t = useT('lists')
  const own = useLanguage()
  const languages: Language[] = own === 'pt' ? ['pt', 'en'] : ['en', 'pt']
  return (
    <Choices
      legend={t('lists.export.language')}
      name="language"
      paired
      options={languages.map((language) => ({
        value: language,
        label: t(`lists.export.${language}`),
        hint: csv ? t(`lists.export.${language}_hint`) : undefined,
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
