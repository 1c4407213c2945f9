import { useT } from '../../app/i18n'
import { GroupList } from '../../rules/GroupList'
import type { Group, Rules } from './rules'

/** The rules as they were agreed on, each with what becomes of its payments. */
export function Groups({ rules: { groups, processors } }: { rules: Rules }) {
  const t = useT('payoutRules')
  const said = ({ action, minutes, processor }: Group) => {
    const detail = minutes
      ? t('payoutRules.minutes', { count: minutes })
      : processors.find(({ id }) => id === processor)?.name
    return [t(`payoutRules.action.${action}`), detail].filter(Boolean).join(': ')
  }
  return (
    <GroupList
      title={t('payoutRules.groups')}
      groups={groups}
      none={t('payoutRules.none')}
      always={t('payoutRules.always')}
      rest={t('payoutRules.rest')}
    >
      {(group) => <p>{said(group)}</p>}
    </GroupList>
  )
}
