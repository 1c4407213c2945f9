import { useT } from '../../app/i18n'
import { GroupList } from '../../rules/GroupList'
import type { Group, Rules } from './rules'

/** The groups as they were agreed on, each with where its charges go. */
export function Groups({ rules: { groups, processors } }: { rules: Rules }) {
  const t = useT('pixRules')
  const name = (id: string) => processors.find((each) => each.id === id)?.name ?? id
  const sentence = (group: Group) => {
    const shares = group.shares.map(({ processor, percent }) => `${percent}% ${name(processor)}`)
    const does = t(`pixRules.does.${group.action}`, { reason: group.reason ?? '' })
    return shares.length ? `${does}: ${shares.join(' · ')}` : does
  }
  return (
    <GroupList
      title={t('pixRules.groups.title')}
      groups={groups}
      none={t('pixRules.groups.none')}
      always={t('pixRules.always')}
      rest={t('pixRules.groups.rest')}
    >
      {(group) => <p>{sentence(group)}</p>}
    </GroupList>
  )
}
