import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useT } from '../app/i18n'
import { buttonClass } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'

/** In place of every payouts screen, for a session that was opened without a second factor. */
export function TwoFactorNeeded() {
  const t = useT('menu')
  return (
    <EmptyState
      icon={<ShieldAlert size={20} />}
      title={t('menu.two_factor.title')}
      hint={t('menu.two_factor.hint')}
    >
      <Link to="/dashboard/settings/account/security" className={buttonClass()}>
        {t('menu.two_factor.to_security')}
      </Link>
    </EmptyState>
  )
}
