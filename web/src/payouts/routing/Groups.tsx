import { useT } from '../../app/i18n'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import styles from '../rules/rules.module.css'
import type { Routes } from './routing'

/** The routes as they were agreed on: each group with its processors, in the order in which they are asked. */
export function Groups({ routes: { groups, processors } }: { routes: Routes }) {
  const t = useT('pixRules', 'payoutRoutes', 'payoutRules')
  const name = (id: string) => processors.find((each) => each.id === id)?.name ?? id
  return (
    <Card title={t('payoutRoutes.groups')}>
      {groups.length === 0 && <p>{t('payoutRoutes.none')}</p>}
      <ol className={styles.groups}>
        {groups.map((group, place) => (
          <li key={group.name} className={styles.group}>
            <h3 className={styles.name}>{`${place + 1}. ${group.name}`}</h3>
            <p>
              {group.condition ? (
                <code className={styles.code}>{group.condition}</code>
              ) : (
                t('payoutRules.always')
              )}
            </p>
            <MiniTable
              label={group.name}
              columns={[
                { key: 'processor', title: t('pixRules.share.processor') },
                { key: 'priority', title: t('payoutRoutes.priority'), end: true },
                { key: 'weight', title: t('payoutRoutes.weight'), end: true },
              ]}
              rows={group.choices
                .toSorted((one, other) => one.priority - other.priority)
                .map(({ processor, priority, weight }) => ({
                  key: processor,
                  cells: [name(processor), priority, weight],
                }))}
            />
          </li>
        ))}
      </ol>
      <p className={styles.rest}>{t('payoutRoutes.rest')}</p>
    </Card>
  )
}
