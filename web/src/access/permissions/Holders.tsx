import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { roleNames } from '../../kit/roleName'
import { Card } from '../../ui/Card'
import { nameOf, SEE_USERS, userPath } from '../access'
import type { Holders as Found } from '../contract'
import cells from '../parts/cells.module.css'
import { PermissionName } from '../parts/PermissionName'
import plain from '../parts/plain.module.css'
import styles from './WhoCan.module.css'

/** Who holds a permission, and through which role. */
export function Holders({ permission }: { permission: string }) {
  const holders = useQuery({
    queryKey: ['access', 'holders', permission],
    queryFn: ({ signal }) =>
      body(api.GET('/rbac/permissions/{permission}/holders', { params: { path: { permission } }, signal })),
  })
  return (
    <Loaded query={holders} level={2}>
      {(found) => (
        <div className={styles.holders}>
          <Card>
            <PermissionName name={permission} />
          </Card>
          <People people={found.people} />
          <Keys keys={found.keys} />
        </div>
      )}
    </Loaded>
  )
}

function People({ people }: { people: Found['people'] }) {
  const t = useT('access')
  const title = t('access.who.people', { count: people.length })
  return (
    <Card title={title} flush={people.length > 0}>
      {people.length === 0 ? (
        <p className={plain.none}>{t('access.who.nobody')}</p>
      ) : (
        <MiniTable
          label={title}
          columns={[
            { key: 'person', title: t('access.column.person') },
            { key: 'roles', title: t('access.who.through') },
          ]}
          rows={people.map((person) => ({
            key: person.id,
            cells: [<Person key="person" person={person} />, roleNames(t, person.roles)],
          }))}
        />
      )}
    </Card>
  )
}

function Person({ person }: { person: Found['people'][number] }) {
  return (
    <span className={cells.person}>
      {may(SEE_USERS) ? (
        <Link to={userPath(person.id)} className={plain.link}>
          {nameOf(person)}
        </Link>
      ) : (
        nameOf(person)
      )}
      <span className={cells.note}>{person.email}</span>
    </span>
  )
}

function Keys({ keys }: { keys: Found['keys'] }) {
  const t = useT('access')
  return (
    <Card title={t('access.who.keys', { count: keys.length })}>
      {keys.length === 0 && <p className={plain.none}>{t('access.who.no_key')}</p>}
      <ul className={plain.list}>
        {keys.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </Card>
  )
}
