import { useState } from 'react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { sendCommand } from '../../kit/command/send'
import { type GroupEditing, GroupsDraft } from '../../rules/GroupsDraft'
import { GroupFields } from './GroupFields'
import { EMPTY_GROUP, type Group, type Rules, type Tried, type TriedCharge } from './rules'
import { Tester } from './Tester'

/** The rules while they are written, and a charge to try them with. */
export function Editor({ rules }: { rules: Rules }) {
  const t = useT('pixRules')
  const [charge, setCharge] = useState<TriedCharge>({
    amount: { amount: 10_000, currency: 'BRL' },
    hour: 12,
    merchant: 2,
    payer: 'cpf',
    first_seen: false,
    kind: 'immediate',
  })
  return (
    <GroupsDraft
      draft={rules}
      title={t('pixRules.groups.title')}
      rest={t('pixRules.groups.rest')}
      add={t('pixRules.group.add')}
      empty={EMPTY_GROUP}
      command="payin:rules:change"
      send={(written, header) => sendCommand('payin:rules:change', { id: rules.id }, written, header)}
      check={{
        name: 'payin.rules.try',
        of: charge,
        ask: (groups, signal) =>
          body(api.POST('/v1/payin/rules/try', { body: { ...charge, groups }, signal })),
      }}
      fields={fieldsOf(rules)}
      below={testerOf(charge, (part) => setCharge((now) => ({ ...now, ...part })))}
    />
  )
}

/** The place of the group that the charge meets; null: none; undefined: not known while a condition is wrong. */
const met = ({ problems, group }: Tried) =>
  problems.some(({ field }) => field === 'condition') ? undefined : group

const fieldsOf = (rules: Rules) => (editing: GroupEditing<Group>, answer: Tried | undefined) => (
  <GroupFields
    {...editing}
    processors={rules.processors}
    met={answer !== undefined && met(answer) === editing.place}
  />
)

const testerOf =
  (charge: TriedCharge, setCharge: (part: Partial<TriedCharge>) => void) =>
  (groups: readonly Group[], answer: Tried | undefined) => (
    <Tester charge={charge} setCharge={setCharge} group={answer && met(answer)} groups={groups} />
  )
