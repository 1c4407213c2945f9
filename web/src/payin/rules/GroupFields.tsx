import { useT } from '../../app/i18n'
import { GroupFrame, useWrong } from '../../rules/GroupFrame'
import type { GroupEditing } from '../../rules/GroupsDraft'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { ACTIONS, type Group, type Rules } from './rules'
import { Shares } from './Shares'

interface GroupFieldsProps extends GroupEditing<Group> {
  /** The charge that is being tried meets this one. */
  met: boolean
  processors: Rules['processors']
}

/** One group of a draft: its condition, and what becomes of a charge that meets it. */
export function GroupFields({ met, processors, ...editing }: GroupFieldsProps) {
  const { group, put } = editing
  const t = useT('pixRules')
  const wrong = useWrong(editing)
  return (
    <GroupFrame
      editing={editing}
      conditionHint={t('pixRules.group.condition_hint')}
      met={met}
      beside={
        <Field label={t('pixRules.group.action')}>
          {(control) => (
            <Select
              id={control.id}
              options={ACTIONS.map((action) => ({ value: action, label: t(`pixRules.action.${action}`) }))}
              value={group.action}
              onChange={(action) => put(of(action as Group['action']))}
            />
          )}
        </Field>
      }
    >
      {group.action === 'block' ? (
        <Field
          label={t('pixRules.group.reason')}
          hint={t('pixRules.group.reason_hint')}
          error={wrong('reason')}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={140}
              autoComplete="off"
              value={group.reason ?? ''}
              onChange={(event) => put({ reason: event.target.value || null })}
            />
          )}
        </Field>
      ) : (
        <Shares group={group} processors={processors} put={put} wrong={wrong('shares')} />
      )}
    </GroupFrame>
  )
}

/** What another action takes along: who is refused goes nowhere. */
const of = (action: Group['action']): Partial<Group> =>
  action === 'block' ? { action, shares: [] } : { action, reason: null }
