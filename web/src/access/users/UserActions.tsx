import { Ban, LogOut, RotateCcw, Send, ShieldOff } from 'lucide-react'
import { useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_USERS } from '../access'
import type { UserRecord } from '../contract'

const acts = lazyDialog(() => import('./acts'))
const resetTwoFactor = lazyDialog(() => import('./ResetTwoFactor'))

/** What can be done with a person as they are now. Nobody shuts themselves out. */
export function UserActions({ user }: { user: UserRecord }) {
  const t = useT('access')
  const own = useStore(authentication, (state) => state.user?.id === user.id)
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { permissions: MAY_USERS, anyMerchant: true, variant: 'secondary' } as const
  const { status, two_factor, sessions } = user
  return (
    <>
      {sessions.length > 0 && !own && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ user, what: 'end_sessions' }}
          icon={<LogOut {...icon} />}
        >
          {t('access.end_sessions.open')}
        </CommandButton>
      )}
      {two_factor && !own && (
        <CommandButton {...shared} dialog={resetTwoFactor} given={{ user }} icon={<ShieldOff {...icon} />}>
          {t('access.reset.open')}
        </CommandButton>
      )}
      {status === 'invited' && (
        <CommandButton {...shared} dialog={acts} given={{ user, what: 'resend' }} icon={<Send {...icon} />}>
          {t('access.resend.open')}
        </CommandButton>
      )}
      {status === 'suspended' && (
        <CommandButton
          {...shared}
          variant="primary"
          dialog={acts}
          given={{ user, what: 'restore' }}
          icon={<RotateCcw {...icon} />}
        >
          {t('access.restore.open')}
        </CommandButton>
      )}
      {status !== 'suspended' && !own && (
        <CommandButton {...shared} dialog={acts} given={{ user, what: 'suspend' }} icon={<Ban {...icon} />}>
          {t('access.suspend.open')}
        </CommandButton>
      )}
    </>
  )
}
