import { useT } from '../../app/i18n'
import { GroupFrame, useWrong } from '../../rules/GroupFrame'
import type { GroupEditing } from '../../rules/GroupsDraft'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { ACTIONS, type Group, type Rules } from './rules'

interface GroupFieldsProps extends GroupEditing<Group> {
  rules: Rules
}

/** One rule of a draft: its condition, and what becomes of a payment on which it is true. */
export function GroupFields({ rules, ...editing }: GroupFieldsProps) {
  const { group, put } = editing
  const t = useT('pixRules', 'payoutRules')
  const wrong = useWrong(editing)
  return (
    <GroupFrame
      editing={editing}
      conditionHint={t('payoutRules.condition_hint', { facts: rules.facts.join(', ') })}
      beside={
        <>
          <Field label={t('pixRules.group.action')}>
            {(control) => (
              <Select
                id={control.id}
                options={ACTIONS.map((value) => ({ value, label: t(`payoutRules.action.${value}`) }))}
                value={group.action}
                onChange={(value) => put(ofAction(value as Group['action']))}
              />
            )}
          </Field>
          {group.action === 'hold' && (
            <Field label={t('payoutRules.for_minutes')} error={wrong('minutes')} required>
              {(control) => (
                <TextInput
                  {...control}
                  inputMode="numeric"
                  maxLength={4}
                  autoComplete="off"
                  value={group.minutes ? String(group.minutes) : ''}
                  onChange={(event) =>
                    put({ minutes: Number(event.target.value.replaceAll(/\D/g, '')) || null })
                  }
                />
              )}
            </Field>
          )}
          {group.action === 'route' && (
            <Field label={t('pixRules.share.processor')} error={wrong('processor')} required>
              {(control) => (
                <Select
                  id={control.id}
                  options={rules.processors.map(({ id, name, usable }) => ({
                    value: id,
                    label: usable ? name : t('payoutRules.unusable', { name }),
                  }))}
                  value={group.processor ?? ''}
                  onChange={(processor) => put({ processor })}
                />
              )}
            </Field>
          )}
        </>
      }
    />
  )
}

/** What another action takes along: only a hold has a clock, only a route names a processor. */
const ofAction = (action: Group['action']): Partial<Group> => ({
  action,
  minutes: action === 'hold' ? 30 : null,
  processor: null,
})
