import { useT } from '../../app/i18n'
import { Card } from '../../ui/Card'
import type { Group, Rules } from './rules'
import styles from './rules.module.css'

const numbered = (groups: readonly Group[]) =>
  groups.map((group, place) => ({ title: `${place + 1}. ${group.name}`, group }))

/** The rules as they were agreed on, in their order. */
export function Groups({ rules: { groups, processors } }: { rules: Rules }) {
  const t = useT('pixRules', 'payoutRules')
  const said = ({ action, minutes, processor }: Group) => {
    const detail = minutes
      ? t('payoutRules.minutes', { count: minutes })
      : processors.find(({ id }) => id === processor)?.name
    return [t(`payoutRules.action.${action}`), detail].filter(Boolean).join(': ')
  }
  return (
    <Card title={t('payoutRules.groups')}>
      {groups.length === 0 && <p>{t('payoutRules.none')}</p>}
      <ol className={styles.groups}>
        {numbered(groups).map(({ title, group }) => (
          <li key={title} className={styles.group}>
            <h3 className={styles.name}>{title}</h3>
            <p>
              {group.condition ? (
                <code className={styles.code}>{group.condition}</code>
              ) : (
                t('payoutRules.always')
              )}
            </p>
            <p>{said(group)}</p>
          </li>
        ))}
      </ol>
      <p className={styles.rest}>{t('payoutRules.rest')}</p>
    </Card>
  )
}
