import { useLocation } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import { entryFor } from '../app/entries'
import { useT } from '../app/i18n'
import { NothingFound } from '../app/pages'
import { PageHeader } from '../kit/PageHeader'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'

/** A path without a screen of its own: an entry of the menu that is not built yet says so; anything else was not found. */
export function NoScreen() {
  const t = useT('menu')
  const entry = entryFor(useLocation({ select: (location) => location.pathname }))
  if (!entry) return <NothingFound />
  return (
    <>
      <PageHeader title={t(entry.label, { token: '' }).trim()} />
      <Card>
        <EmptyState
          level={2}
          icon={<Hammer size={20} strokeWidth={1.75} />}
          title={t('menu.not_built.title')}
          hint={t('menu.not_built.hint')}
        />
      </Card>
    </>
  )
}
