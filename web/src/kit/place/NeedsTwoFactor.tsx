import { ShieldAlert } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may, TWO_FACTOR } from '../../app/permissions'
import { Banner } from '../../ui/Banner'

const SECURITY_PATH = '/dashboard/settings/account/security'

/** Says beforehand what the server would refuse: money leaves in a session that was opened with a second factor. */
export function NeedsTwoFactor() {
  const t = useT('transfers')
  if (may([TWO_FACTOR])) return null
  return (
    <Banner
      tone="atention"
      icon={<ShieldAlert size={18} strokeWidth={1.75} aria-hidden />}
      action={<a href={SECURITY_PATH}>{t('transfers.two_factor.open')}</a>}
    >
      {t('transfers.two_factor.needed')}
    </Banner>
  )
}
