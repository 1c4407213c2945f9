import type { CommandProps } from '../../../kit/command/CommandButton'
import { sendCommand } from '../../../kit/command/send'
import { NewVersion } from '../../../rules/NewVersion'
import { type Group, routesPath } from '../routing'

/** Begins a draft of the routes. */
export default function NewRoutes(props: CommandProps & { groups: readonly Group[] }) {
  return (
    <NewVersion
      command="payouts:routes:create"
      send={(input, header) => sendCommand('payouts:routes:create', {}, input, header)}
      pathOf={routesPath}
      {...props}
    />
  )
}
