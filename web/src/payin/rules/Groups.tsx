import { useT } from '../../app/i18n'
import { Card } from '../../ui/Card'
import type { Group, Rules } from './rules'
import styles from './rules.module.css'

const numbered = (groups: readonly Group[]) =>
  groups.map((group, place) => ({ title: `${place + 1}. ${group.name}`, group }))

/** The groups as they were agreed on, in their order. */
export function Groups({ rules: { groups, processors } }: { rules: Rules }) {
  const t = useT('pixRules')
  const name = (id: string) => processors.find((each) => each.id === id)?.name ?? id
  return (
    <Card title={t('pixRules.groups.title')}>
      {groups.length === 0 && <p>{t('pixRules.groups.none')}</p>}
      <ol className={styles.groups}>
        {numbered(groups).map(({ title, group }) => (
          <li key={title} className={styles.group}>
            <h3 className={styles.name}>{title}</h3>
            <p>
              {group.condition ? (
                <code className={styles.code}>{group.condition}</code>
              ) : (
                t('pixRules.always')
              )}
            </p>
            <p>{sentence(group)}</p>
          </li>
        ))}
      </ol>
      <p className={styles.rest}>{t('pixRules.groups.rest')}</p>
    </Card>
  )

  function sentence(group: Group) {
    const shares = (group.shares ?? []).map(({ processor, percent }) => `${percent}% ${name(processor)}`)
    const does = t(`pixRules.does.${group.action}`, { reason: group.reason ?? '' })
    return shares.length ? `${does}: ${shares.join(' · ')}` : does
  }
}
