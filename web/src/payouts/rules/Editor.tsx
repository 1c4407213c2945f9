import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { sendCommand } from '../../kit/command/send'
import { type GroupEditing, GroupsDraft } from '../../rules/GroupsDraft'
import { GroupFields } from './GroupFields'
import { EMPTY_GROUP, type Group, type Rules } from './rules'

/** Rules for payments while they are written. */
export function Editor({ rules }: { rules: Rules }) {
  const t = useT('payoutRules')
  return (
    <GroupsDraft
      draft={rules}
      title={t('payoutRules.groups')}
      rest={t('payoutRules.rest')}
      add={t('payoutRules.add')}
      empty={EMPTY_GROUP}
      command="payouts:rules:change"
      send={(written, header) => sendCommand('payouts:rules:change', { id: rules.id }, written, header)}
      check={{
        name: 'payouts.rules.try',
        ask: (groups, signal) =>
          body(api.POST('/v1/payouts/rules/try', { body: { groups, facts: {} }, signal })),
      }}
      fields={fieldsOf(rules)}
    />
  )
}

const fieldsOf = (rules: Rules) => (editing: GroupEditing<Group>) => (
  <GroupFields {...editing} rules={rules} />
)
