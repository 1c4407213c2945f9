import { lazyDialog } from '../../kit/command/CommandButton'
import { VersionActions } from '../../rules/VersionActions'
import { MAY_RULES, type Rules } from './rules'

const acts = lazyDialog(() => import('./commands/acts'))
const copy = lazyDialog(() => import('./commands/NewRules'))

/** What can be done with a version. */
export function RulesActions({ rules }: { rules: Rules }) {
  return (
    <VersionActions
      version={rules}
      permissions={MAY_RULES}
      acts={acts}
      given={(what) => ({ rules, what })}
      copy={copy}
    />
  )
}
