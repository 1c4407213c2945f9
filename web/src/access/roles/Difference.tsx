import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { nameOf, wordOf } from '../access'
import type { RolePlan } from '../contract'
import { PermissionName } from '../parts/PermissionName'
import styles from './Difference.module.css'

/** What is added and taken away, for how many, what speaks against it, and whether a second factor becomes required. */
export function Difference({ plan, factor }: { plan: RolePlan; factor: boolean | null }) {
  const t = useT('access')
  const { added, removed, people, keys, toxic, not_yours } = plan
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <>
      {not_yours.length > 0 && (
        <Banner tone="error" role="alert" icon={<CircleAlert {...icon} />}>
          <p>{t('access.plan.not_yours')}</p>
          {not_yours.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </Banner>
      )}
      {toxic.map(({ name, permissions }) => (
        <Banner key={name} tone="atention" icon={<TriangleAlert {...icon} />}>
          <p>
            <strong>{wordOf(t, 'toxic', name)}</strong>
          </p>
          <p>{t('access.plan.toxic', { permissions: permissions.join(', ') })}</p>
        </Banner>
      ))}
      {factor !== null && <p>{t(factor ? 'access.plan.factor_on' : 'access.plan.factor_off')}</p>}
      {added.length + removed.length === 0 && <p>{t('access.plan.nothing')}</p>}
      <Part title={t('access.plan.added', { count: added.length })} sign="+" names={added} />
      <Part title={t('access.plan.removed', { count: removed.length })} sign="−" names={removed} />
      <Affected title={t('access.plan.people', { count: people.length })}>
        {people.map((person) => (
          <li key={person.id}>{nameOf(person)}</li>
        ))}
      </Affected>
      <Affected title={t('access.plan.keys', { count: keys.length })}>
        {keys.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </Affected>
    </>
  )
}

function Part({ title, sign, names }: { title: string; sign: '+' | '−'; names: readonly string[] }) {
  if (!names.length) return null
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={sign === '+' ? styles.added : styles.removed}>
        {names.map((name) => (
          <li key={name}>
            <span className={styles.sign} aria-hidden>
              {sign}
            </span>
            <PermissionName name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Affected({ title, children }: { title: string; children: ReactNode[] }) {
  if (!children.length) return null
  return (
    <details className={styles.affected}>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  )
}
