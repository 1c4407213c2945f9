import { useT } from '../../app/i18n'
import { lazyDialog } from '../../kit/command/CommandButton'
import { VersionActions } from '../../rules/VersionActions'
import { MAY_RULES, type Rules } from './rules'

const acts = lazyDialog(() => import('./commands/acts'))
const copy = lazyDialog(() => import('./commands/NewRules'))

/** What can be done with a version: each is asked of the past before anybody agrees to it. */
export function RulesActions({ rules }: { rules: Rules }) {
  const t = useT('payoutRules')
  return (
    <VersionActions
      version={rules}
      permissions={MAY_RULES}
      acts={acts}
      given={(what) => ({ rules, what })}
      copy={copy}
      trial={{
        act: 'backtest',
        label: t('payoutRules.backtest.run'),
        first: t('payoutRules.backtest.first'),
        status: rules.backtest?.status,
      }}
    />
  )
}
