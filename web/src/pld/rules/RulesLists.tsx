import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { ResourceList } from '../../kit/list/ResourceList'
import { buttonClass } from '../../ui/Button'
import { RuleFigures } from '../Figures'
import { BACKTESTS_LIST, RULES_LIST } from '../lists'
import { NoAccess, RulesTabs } from '../PldTabs'
import { MAY_RULES, NEW_RULE_PATH, SEE_RULES } from '../pld'

/** What the provider looks for in what money did. */
export function RulesList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_RULES)) return <NoAccess />
  return (
    <ResourceList
      list={RULES_LIST}
      title={t('pld.rules.title')}
      tabs={<RulesTabs />}
      Summary={RuleFigures}
      actions={
        may(MAY_RULES) && (
          <Link to={NEW_RULE_PATH} className={buttonClass()}>
            <Plus size={18} strokeWidth={1.75} aria-hidden />
            {t('pld.rules.new')}
          </Link>
        )
      }
    />
  )
}

/** Versions that were asked of the past. */
export function BacktestsList() {
  const t = useT('kit', 'pld')
  if (!may(SEE_RULES)) return <NoAccess />
  return <ResourceList list={BACKTESTS_LIST} title={t('pld.backtests.title')} tabs={<RulesTabs />} />
}
