import { Link } from '@tanstack/react-router'
import { GitCompareArrows, Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { Guarded } from '../../kit/Guarded'
import { ResourceList } from '../../kit/list/ResourceList'
import { buttonClass } from '../../ui/Button'
import { AccessTabs } from '../AccessTabs'
import { COMPARE_PATH, MAY_ROLES, NEW_ROLE_PATH, SEE_ROLES } from '../access'
import { ROLES, ROLES_OF_ALL } from './list'

/** What people and keys may act as. */
export function RolesList() {
  const t = useT('kit', 'access')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Guarded permissions={SEE_ROLES}>
      <ResourceList
        list={staff ? ROLES_OF_ALL : ROLES}
        title={t('access.title')}
        caption={t('access.tab.roles')}
        tabs={<AccessTabs />}
        actions={
          <>
            <Link to={COMPARE_PATH} className={buttonClass('secondary')}>
              <GitCompareArrows {...icon} />
              {t('access.compare.open')}
            </Link>
            {may(MAY_ROLES) && (
              <Link to={NEW_ROLE_PATH} className={buttonClass()}>
                <Plus {...icon} />
                {t('access.role.new')}
              </Link>
            )}
          </>
        }
      />
    </Guarded>
  )
}
