import { useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ENTRIES, type Entry, isVisible } from '../app/entries'
import { type Language, type Translate, texts, translate, useLanguage, useT } from '../app/i18n'
import { may } from '../app/permissions'
import type { User } from '../app/state'
import { BESIDE } from '../viewer/beside'
import { PREFERENCE_ICONS, SECTION_ICONS } from '../viewer/icons'
import { useViewer } from '../viewer/viewer'
import type { Item } from './items'

/** Every screen that the person may open, to be found by its words in both languages. */
export function useScreens(user: User): Item[] {
  const t = useT('menu', 'palette')
  const navigate = useNavigate()
  const viewer = useViewer(user)
  const other: Language = useLanguage() === 'pt' ? 'en' : 'pt'
  const known = useTextsOf(other, 'menu', 'palette')
  const foreign: Translate = (key) => (known ? translate(key, { lng: other, token: '' }) : '')

  const entries = ENTRIES.filter((entry) => isVisible(entry, viewer)).map((entry) => ({
    key: entry.path,
    label: t(entry.label, { token: '' }).trim(),
    note: placeOf(t, entry),
    icon: iconOf(entry),
    also: foreign(entry.label).trim(),
    words: foreign(`menu.${entry.section}.section`),
    run: () => void navigate({ to: entry.path, search: (entry.search ?? {}) as never }),
  }))
  const others = BESIDE.filter(({ permissions }) => may(permissions, user.permissions)).map(
    ({ path, label, section }) => ({
      key: path,
      label: t(label),
      note: t(`menu.${section}.section`),
      icon: SECTION_ICONS[section],
      also: foreign(label),
      run: () => void navigate({ to: path }),
    }),
  )
  return [...entries, ...others]
}

function placeOf(t: Translate, { section, group, label }: Entry): string | undefined {
  const name = t(`menu.${section}.section`)
  if (group === 'backOffice') return `${name} · ${t('menu.back_office')}`
  return name === t(label) ? undefined : name
}

function iconOf({ section, label }: Entry) {
  if (section === 'preferences') return PREFERENCE_ICONS[label.split('.').at(-1) ?? ''] ?? FileText
  return SECTION_ICONS[section]
}

/** Fetches texts of a language that is not the person's; whether they are there. */
function useTextsOf(language: Language, ...namespaces: string[]): boolean {
  const has = () => namespaces.every((name) => texts.hasResourceBundle(language, name))
  const [known, setKnown] = useState(has)
  const names = namespaces.join()
  useEffect(() => {
    if (known) return
    let gone = false
    // Without them a screen is still found by the words on the page.
    void texts.reloadResources([language], names.split(',')).then(() => {
      if (!gone) setKnown(true)
    })
    return () => {
      gone = true
    }
  }, [known, language, names])
  return known
}
