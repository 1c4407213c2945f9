import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, LogOut, MoveHorizontal, UserRound } from 'lucide-react'
import { useT } from '../app/i18n'
import { useOwnName } from '../app/profile'
import { logout } from '../app/session'
import { layout, setFluid, type User } from '../app/state'
import { useStore } from '../app/store'
import { Avatar } from '../ui/Avatar'
import { Menu } from '../ui/Menu'
import styles from './ProfileMenu.module.css'

const icon = { size: 18, strokeWidth: 1.75 }

export function ProfileMenu({ user }: { user: User }) {
  const t = useT('menu')
  const navigate = useNavigate()
  const name = useOwnName(user)
  const fluid = useStore(layout, (state) => state.fluid)
  const place = user.internal_user ? t('menu.back_office') : user.company.name
  return (
    <Menu
      header={user.email}
      trigger={
        <button type="button" className={styles.trigger}>
          <span className={styles.unseen}>{t('menu.bar.profile')}:</span>
          <Avatar name={name} shape="round" />
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.place}>{place}</span>
          </span>
          <ChevronDown className={styles.chevron} size={16} aria-hidden />
        </button>
      }
      items={[
        {
          key: 'profile',
          label: t('menu.bar.your_profile'),
          icon: <UserRound {...icon} />,
          onSelect: () => void navigate({ to: '/dashboard/settings/account' }),
        },
        {
          key: 'full_width',
          label: t('menu.bar.full_width'),
          icon: <MoveHorizontal {...icon} />,
          on: fluid,
          onSelect: () => setFluid(!fluid),
        },
        {
          key: 'exit',
          label: t('menu.bar.exit'),
          icon: <LogOut {...icon} />,
          separated: true,
          onSelect: () => void logout(),
        },
      ]}
    />
  )
}
