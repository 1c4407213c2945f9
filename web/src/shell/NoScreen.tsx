import { useLocation } from '@tanstack/react-router'
import { entryFor } from '../app/entries'
import { useT } from '../app/i18n'
import { NotFound } from '../app/pages'
import { EmptyState } from '../ui/EmptyState'

/** A path without a screen of its own: an entry of the menu that is not built yet says so; anything else was not found. */
export function NoScreen() {
  const t = useT('menu')
  const entry = entryFor(useLocation({ select: (location) => location.pathname }))
  if (!entry) return <NotFound />
  return <EmptyState title={t('menu.not_built.title')} hint={t('menu.not_built.hint')} />
}
