import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { sendCommand } from '../../kit/command/send'
import { type GroupEditing, GroupsDraft } from '../../rules/GroupsDraft'
import { GroupFields } from './GroupFields'
import { EMPTY_GROUP, type Group, type Routes } from './routing'

/** Routes while they are written. */
export function Editor({ routes }: { routes: Routes }) {
  const t = useT('pixRules', 'payoutRoutes')
  return (
    <GroupsDraft
      draft={routes}
      title={t('payoutRoutes.groups')}
      rest={t('payoutRoutes.rest')}
      add={t('pixRules.group.add')}
      empty={EMPTY_GROUP}
      complete={complete}
      command="payouts:routes:change"
      send={(written, header) => sendCommand('payouts:routes:change', { id: routes.id }, written, header)}
      check={{
        name: 'payouts.routes.try',
        ask: (groups, signal) =>
          body(api.POST('/v1/payouts/routes/try', { body: { groups, facts: {} }, signal })),
      }}
      fields={fieldsOf(routes)}
    />
  )
}

/** Whether each choice names a processor, a priority and a weight: before that the server is not asked. */
const complete = (groups: readonly Group[]) =>
  groups.every(({ choices }) =>
    choices.every(({ processor, priority, weight }) => processor !== '' && priority !== 0 && weight !== 0),
  )

const fieldsOf = (routes: Routes) => (editing: GroupEditing<Group>) => (
  <GroupFields {...editing} routes={routes} />
)
