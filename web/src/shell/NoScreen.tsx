import { Link, useLocation } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import { entryFor } from '../app/entries'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { PageHeader } from '../kit/PageHeader'
import { buttonClass } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { NothingFound } from '../ui/pages'
import { BESIDE } from '../viewer/beside'

/** A path without a screen of its own: an entry of the menu that is not built yet says so; anything else was not found. */
export function NoScreen() {
  const t = useT('menu')
  const entry = entryFor(useLocation({ select: (location) => location.pathname }))
  if (!entry) return <NothingFound />
  const beside = BESIDE.filter(({ section, permissions }) => section === entry.section && may(permissions))
  return (
    <>
      <PageHeader title={t(entry.label, { token: '' }).trim()} />
      <Card>
        <EmptyState
          level={2}
          icon={<Hammer size={20} strokeWidth={1.75} />}
          title={t('menu.not_built.title')}
          hint={t('menu.not_built.hint')}
        >
          {beside.map(({ path, label }) => (
            <Link key={path} to={path} className={buttonClass('secondary')}>
              {t(label)}
            </Link>
          ))}
        </EmptyState>
      </Card>
    </>
  )
}
