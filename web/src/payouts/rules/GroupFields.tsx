import { Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { ConditionHint } from '../../kit/ConditionHint'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextArea, TextInput } from '../../ui/TextInput'
import type { GroupEditing } from './GroupsDraft'
import { ACTIONS, type Group, type Rules } from './rules'
import styles from './rules.module.css'

interface GroupFieldsProps extends GroupEditing<Group> {
  rules: Rules
}

/** One rule of a draft: its condition, and what becomes of a payment on which it is true. */
export function GroupFields({ place, group, problems, rules, put, remove }: GroupFieldsProps) {
  const t = useT('common', 'pixRules', 'payoutRules')
  const named = { place: place + 1 }
  const wrong = (field: string) =>
    problems
      .filter((each) => each.field === field)
      .map(({ key, error }) => (field === 'condition' ? error : t(`common.${key}`)))
      .join(' ') || undefined
  return (
    <fieldset className={styles.group} aria-label={t('pixRules.group.title', named)}>
      <div className={styles.head}>
        <span className={styles.name}>{t('pixRules.group.title', named)}</span>
        <IconButton
          label={t('pixRules.group.remove', named)}
          icon={<Trash2 size={18} strokeWidth={1.75} />}
          onClick={remove}
        />
      </div>
      <div className={styles.pair}>
        <Field label={t('pixRules.group.name')} error={wrong('name')} required>
          {(control) => (
            <TextInput
              {...control}
              maxLength={80}
              autoComplete="off"
              value={group.name}
              onChange={(event) => put({ name: event.target.value })}
            />
          )}
        </Field>
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
      </div>
      <Field
        label={t('pixRules.group.condition')}
        hint={
          <ConditionHint
            hint={t('payoutRules.condition_hint', { facts: rules.facts.join(', ') })}
            condition={group.condition}
          />
        }
        error={wrong('condition')}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            className={styles.condition}
            maxLength={1000}
            autoComplete="off"
            spellCheck={false}
            value={group.condition}
            onChange={(event) => put({ condition: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  )
}

/** What another action takes along: only a hold has a clock, only a route names a processor. */
const ofAction = (action: Group['action']): Partial<Group> => ({
  action,
  minutes: action === 'hold' ? 30 : null,
  processor: null,
})
