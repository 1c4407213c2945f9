import { hasText, type Translate, useT } from '../../app/i18n'
import { heldPermissions } from '../../app/permissions'
import { Loaded } from '../../kit/record/Loaded'
import { roleName } from '../../kit/roleName'
import { Checkbox } from '../../ui/Checkbox'
import type { RoleRow } from '../contract'
import { permissionKey } from './PermissionName'
import { Picker } from './Picker'
import { useRoles } from './queries'

export interface RolePickerProps {
  chosen: readonly number[]
  onChange: (roles: number[]) => void
  /** The company whose roles may be given; any without it. */
  company?: number
  error?: string
}

/** How many are named; who gives roles wants to know why, not all of them. */
const NAMED = 3

function beyondWords(t: Translate, more: readonly string[]) {
  const permissions = more
    .slice(0, NAMED)
    .map((name) => (hasText(permissionKey(name)) ? t(permissionKey(name)) : name))
    .join(', ')
  const rest = more.length - NAMED
  return rest > 0
    ? t('access.role.beyond_more', { permissions, rest })
    : t('access.role.beyond', { permissions })
}

/** Roles to give. One that holds more than the person does themselves can be seen, but not given. */
export function RolePicker({ chosen, onChange, company, error }: RolePickerProps) {
  const t = useT('common', 'access')
  const roles = useRoles()
  const held = heldPermissions() ?? []
  const beyond = (role: RoleRow) => role.permissions.filter((each) => !held.includes(each))
  return (
    <Picker legend={t('access.column.roles')} error={error}>
      <Loaded query={roles} lines={3} level={2}>
        {(all) => {
          const offered = all.filter((role) => company === undefined || role.company_id === company)
          if (!offered.length) return <p>{t('access.role.none')}</p>
          return offered.map((role) => {
            const more = beyond(role)
            const on = chosen.includes(role.id)
            return (
              <Checkbox
                key={role.id}
                checked={on}
                // What somebody has already may be taken away.
                disabled={more.length > 0 && !on}
                label={
                  <>
                    {roleName(t, role.name)}
                    <small>
                      {more.length > 0
                        ? beyondWords(t, more)
                        : t('access.role.holds', { count: role.permissions.length })}
                    </small>
                  </>
                }
                onChange={(now) =>
                  onChange(now ? [...chosen, role.id] : chosen.filter((each) => each !== role.id))
                }
              />
            )
          })
        }}
      </Loaded>
    </Picker>
  )
}
