import { Check, Minus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { Loaded } from '../../kit/record/Loaded'
import { EmptyState } from '../../ui/EmptyState'
import { moduleName } from '../access'
import type { RoleRow } from '../contract'
import { PermissionName } from '../parts/PermissionName'
import { useModules } from '../parts/queries'
import styles from './Compare.module.css'
import { permissionsOf } from './levels'

export interface SideBySideProps {
  a: RoleRow
  b: RoleRow
  /** Only what one of them has and the other has not. */
  differing: boolean
}

export function SideBySide({ a, b, differing }: SideBySideProps) {
  const t = useT('access', 'menu')
  const modules = useModules()
  return (
    <Loaded query={modules} level={2}>
      {(all) => {
        const parts = all
          .map((module) => ({
            name: moduleName(t, module.module),
            permissions: permissionsOf(module).filter((each) => isShown(each, { a, b, differing })),
          }))
          .filter(({ permissions }) => permissions.length > 0)
        if (!parts.length) return <EmptyState level={2} title={t('access.compare.same')} />
        return (
          <table className={styles.table} aria-label={t('access.compare.title')}>
            <thead>
              <tr>
                <th scope="col">{t('access.column.permission')}</th>
                <th scope="col">{a.name}</th>
                <th scope="col">{b.name}</th>
              </tr>
            </thead>
            {parts.map(({ name, permissions }) => (
              <tbody key={name}>
                <tr className={styles.module}>
                  <th scope="rowgroup" colSpan={3}>
                    {name}
                  </th>
                </tr>
                {permissions.map((permission) => (
                  <tr key={permission}>
                    <th scope="row">
                      <PermissionName name={permission} />
                    </th>
                    <Side has={a.permissions.includes(permission)} />
                    <Side has={b.permissions.includes(permission)} />
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        )
      }}
    </Loaded>
  )
}

function isShown(permission: string, { a, b, differing }: SideBySideProps): boolean {
  const [first, second] = [a, b].map((role) => role.permissions.includes(permission))
  return differing ? first !== second : Boolean(first || second)
}

function Side({ has }: { has: boolean }) {
  const t = useT('common')
  const Icon = has ? Check : Minus
  return (
    <td className={has ? styles.has : styles.lacks}>
      <span className={styles.side}>
        <Icon size={16} strokeWidth={2} aria-hidden />
        {t(has ? 'common.yes' : 'common.no')}
      </span>
    </td>
  )
}
