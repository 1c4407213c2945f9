import type { ReactNode } from 'react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { EmptyState } from '../ui/EmptyState'

/** The menu lets people into access control as a whole; each of its screens asks for its own permission. */
export function Guarded({ permissions, children }: { permissions: readonly string[]; children: ReactNode }) {
  const t = useT('common')
  if (may(permissions)) return children
  return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
}
