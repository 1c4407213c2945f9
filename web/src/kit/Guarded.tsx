import type { ReactNode } from 'react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { EmptyState } from '../ui/EmptyState'

/** A screen with a permission of its own, which the menu's entry does not ask for, or that is in no menu. */
export function Guarded({ permissions, children }: { permissions: readonly string[]; children: ReactNode }) {
  const t = useT('common')
  if (may(permissions)) return children
  return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
}
