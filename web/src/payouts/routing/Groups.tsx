import { useT } from '../../app/i18n'
import { MiniTable } from '../../kit/record/MiniTable'
import { GroupList } from '../../rules/GroupList'
import type { Routes } from './routing'

/** The routes as they were agreed on: each group with its processors, in the order in which they are asked. */
export function Groups({ routes: { groups, processors } }: { routes: Routes }) {
  const t = useT('pixRules', 'payoutRoutes', 'payoutRules')
  const name = (id: string) => processors.find((each) => each.id === id)?.name ?? id
  return (
    <GroupList
      title={t('payoutRoutes.groups')}
      groups={groups}
      none={t('payoutRoutes.none')}
      always={t('payoutRules.always')}
      rest={t('payoutRoutes.rest')}
    >
      {(group) => (
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
      )}
    </GroupList>
  )
}
