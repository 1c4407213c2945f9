import { Link, useNavigate } from '@tanstack/react-router'
import { CopyPlus, GitCompareArrows, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { roleName } from '../../kit/roleName'
import { buttonClass } from '../../ui/Button'
import { COMPARE_PATH, MAY_ROLES, NEW_ROLE_PATH, ROLES_PATH } from '../access'
import type { RoleRecord } from '../contract'

const acts = lazyDialog(() => import('./acts'))

export function RoleHeader({ role }: { role: RoleRecord }) {
  const t = useT('kit', 'access')
  const navigate = useNavigate()
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <RecordHeader
      crumbs={[
        { label: t('access.title'), to: ROLES_PATH },
        { label: t('access.tab.roles'), to: ROLES_PATH },
        { label: roleName(t, role.name) },
      ]}
      title={roleName(t, role.name)}
      status={null}
      subtitle={[
        role.company_name,
        t('access.role.people', { count: role.people }),
        t('access.role.keys', { count: role.keys }),
      ].join(' · ')}
      actions={
        // Without a primary one the first is the main one on a phone.
        <>
          <Link
            to={COMPARE_PATH}
            search={{ a: String(role.id) } as never}
            className={buttonClass('secondary')}
          >
            <GitCompareArrows {...icon} />
            {t('access.compare.open')}
          </Link>
          {may(MAY_ROLES) && (
            <Link
              to={NEW_ROLE_PATH}
              search={{ clone: String(role.id) } as never}
              className={buttonClass('secondary')}
            >
              <CopyPlus {...icon} />
              {t('access.role.clone')}
            </Link>
          )}
          <CommandButton
            dialog={acts}
            given={{ role, what: 'delete', onGone: () => void navigate({ to: ROLES_PATH, replace: true }) }}
            permissions={MAY_ROLES}
            anyMerchant
            variant="secondary"
            icon={<Trash2 {...icon} />}
          >
            {t('access.delete.open')}
          </CommandButton>
        </>
      }
    />
  )
}
