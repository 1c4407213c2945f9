import type { CommandProps } from '../../../kit/command/CommandButton'
import { sendCommand } from '../../../kit/command/send'
import { NewVersion } from '../../../rules/NewVersion'
import { type Group, rulesPath } from '../rules'

/** Begins a draft of the rules for payments. */
export default function NewRules(props: CommandProps & { groups: readonly Group[] }) {
  return (
    <NewVersion
      command="payouts:rules:create"
      send={(input, header) => sendCommand('payouts:rules:create', {}, input, header)}
      pathOf={rulesPath}
      {...props}
    />
  )
}
