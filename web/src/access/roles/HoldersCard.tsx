import { Link } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { Card } from '../../ui/Card'
import { nameOf, SEE_USERS, userPath } from '../access'
import type { RoleRecord } from '../contract'
import styles from '../parts/plain.module.css'

/** Who has a role. */
export function HoldersCard({ role }: { role: RoleRecord }) {
  const t = useT('access')
  return (
    <Card title={t('access.card.holders')}>
      {role.holders.length === 0 && <p className={styles.none}>{t('access.role.nobody')}</p>}
      <ul className={styles.list}>
        {role.holders.map((person) => (
          <li key={person.id}>
            {may(SEE_USERS) ? (
              <Link to={userPath(person.id)} className={styles.link}>
                {nameOf(person)}
              </Link>
            ) : (
              nameOf(person)
            )}
            {person.name && <small>{person.email}</small>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
