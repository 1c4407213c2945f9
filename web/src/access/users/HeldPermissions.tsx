import { Link } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { holdersPath, SEE_ROLES } from '../access'
import { PermissionName } from '../parts/PermissionName'
import styles from '../parts/plain.module.css'

/** Everything that a person may do, through whichever role. */
export function HeldPermissions({ permissions }: { permissions: readonly string[] }) {
  const t = useT('access')
  return (
    <Card title={t('access.card.permissions', { count: permissions.length })}>
      {permissions.length === 0 && <p className={styles.none}>{t('access.user.no_permission')}</p>}
      <ul className={cx(styles.list, styles.long)}>
        {permissions.toSorted().map((permission) => (
          <li key={permission}>
            {may(SEE_ROLES) ? (
              <Link to={holdersPath(permission)} className={styles.link}>
                <PermissionName name={permission} />
              </Link>
            ) : (
              <PermissionName name={permission} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
