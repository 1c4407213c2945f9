import { Plus, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { GroupFrame, useWrong } from '../../rules/GroupFrame'
import type { GroupEditing } from '../../rules/GroupsDraft'
import styles from '../../rules/rules.module.css'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { type Choice, EMPTY_CHOICE, type Group, type Routes } from './routing'
import own from './routing.module.css'

interface GroupFieldsProps extends GroupEditing<Group> {
  routes: Routes
}

const MOST_CHOICES = 10

/** One group of a draft: its condition, and the processors that may get the orders on which it is true. */
export function GroupFields({ routes, ...editing }: GroupFieldsProps) {
  const { group, put } = editing
  const t = useT('pixRules', 'payoutRoutes')
  const wrong = useWrong(editing)
  const putChoice = (at: number, part: Partial<Choice>) =>
    put({ choices: group.choices.map((each, other) => (other === at ? { ...each, ...part } : each)) })
  return (
    <GroupFrame
      editing={editing}
      conditionHint={t('payoutRoutes.condition_hint', { facts: routes.facts.join(', ') })}
    >
      {placed(group.choices).map(({ key, choice, at }) => (
        <div key={key} className={own.choice}>
          <Field
            label={t('pixRules.share.processor')}
            error={at === 0 ? wrong('choices') : undefined}
            required
          >
            {(control) => (
              <Select
                id={control.id}
                options={routes.processors.map(({ id, name, usable }) => ({
                  value: id,
                  label: usable ? name : t('payoutRoutes.unusable', { name }),
                }))}
                value={choice.processor}
                onChange={(processor) => putChoice(at, { processor })}
              />
            )}
          </Field>
          <Whole
            label={t('payoutRoutes.priority')}
            most={99}
            value={choice.priority ?? 1}
            put={(priority) => putChoice(at, { priority })}
          />
          <Whole
            label={t('payoutRoutes.weight')}
            most={1000}
            value={choice.weight ?? 1}
            put={(weight) => putChoice(at, { weight })}
          />
          <IconButton
            label={t('payoutRoutes.remove', { place: at + 1 })}
            icon={<Trash2 size={18} strokeWidth={1.75} />}
            disabled={group.choices.length === 1}
            onClick={() => put({ choices: group.choices.filter((_, other) => other !== at) })}
          />
        </div>
      ))}
      <div className={styles.bar}>
        <Button
          variant="secondary"
          icon={<Plus size={18} strokeWidth={1.75} />}
          disabled={group.choices.length >= MOST_CHOICES}
          onClick={() =>
            put({ choices: [...group.choices, { ...EMPTY_CHOICE, priority: group.choices.length + 1 }] })
          }
        >
          {t('pixRules.share.add')}
        </Button>
      </div>
    </GroupFrame>
  )
}

/** A choice is known by its place: two may name nobody yet, and another processor is no other choice. */
const placed = (choices: readonly Choice[]) =>
  choices.map((choice, at) => ({ key: `choice ${at}`, choice, at }))

/** A whole number from 1 on; what is no digit is not taken. */
function Whole({
  label,
  most,
  value,
  put,
}: {
  label: string
  most: number
  value: number
  put: (value: number) => void
}) {
  return (
    <Field label={label} required>
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          maxLength={String(most).length}
          autoComplete="off"
          value={value ? String(value) : ''}
          onChange={(event) => put(Math.min(most, Number(event.target.value.replaceAll(/\D/g, ''))))}
        />
      )}
    </Field>
  )
}
