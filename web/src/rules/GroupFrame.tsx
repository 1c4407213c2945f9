import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../app/i18n'
import { ConditionHint } from '../kit/ConditionHint'
import { cx } from '../ui/cx'
import { Field } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import { TextArea, TextInput } from '../ui/TextInput'
import type { GroupEditing } from './GroupsDraft'
import styles from './rules.module.css'

interface NamedGroup {
  name: string
  condition: string
}

interface GroupFrameProps<Group> {
  editing: GroupEditing<Group>
  conditionHint: string
  /** What is being tried meets this group. */
  met?: boolean
  /** Stands beside the name. */
  beside?: ReactNode
  children?: ReactNode
}

const ICON = { size: 18, strokeWidth: 1.75 }

/** One group of a draft: its place among the others, its name, its condition, and what its kind of rules adds. */
export function GroupFrame<Group extends NamedGroup>(props: GroupFrameProps<Group>) {
  const { editing, conditionHint, met = false, beside, children } = props
  const { id, place, last, group, put, move, remove } = editing
  const t = useT('common', 'pixRules')
  const wrong = useWrong(editing)
  const named = { place: place + 1 }
  return (
    <fieldset className={cx(styles.group, met && styles.met)} aria-label={t('pixRules.group.title', named)}>
      <div className={styles.head}>
        <span className={styles.name}>
          {t('pixRules.group.title', named)} {met && `· ${t('pixRules.try.met_here')}`}
        </span>
        <span className={styles.tools}>
          <IconButton
            id={`${id}-up`}
            label={t('pixRules.group.up', named)}
            icon={<ArrowUp {...ICON} />}
            disabled={place === 0}
            onClick={() => move(-1)}
          />
          <IconButton
            id={`${id}-down`}
            label={t('pixRules.group.down', named)}
            icon={<ArrowDown {...ICON} />}
            disabled={last}
            onClick={() => move(1)}
          />
          <IconButton
            label={t('pixRules.group.remove', named)}
            icon={<Trash2 {...ICON} />}
            onClick={remove}
          />
        </span>
      </div>
      <div className={styles.pair}>
        <Field label={t('pixRules.group.name')} error={wrong('name')} required>
          {(control) => (
            <TextInput
              {...control}
              maxLength={80}
              autoComplete="off"
              value={group.name}
              onChange={(event) => put({ name: event.target.value } as Partial<Group>)}
            />
          )}
        </Field>
        {beside}
      </div>
      <Field
        label={t('pixRules.group.condition')}
        hint={<ConditionHint hint={conditionHint} condition={group.condition} />}
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
            onChange={(event) => put({ condition: event.target.value } as Partial<Group>)}
          />
        )}
      </Field>
      {children}
    </fieldset>
  )
}

/** What is wrong with a field of a group; the server says what of a condition is. */
export function useWrong({ problems }: Pick<GroupEditing<unknown>, 'problems'>) {
  const t = useT('common')
  return (field: string) =>
    problems
      .filter((each) => each.field === field)
      .map(({ key, error }) => (field === 'condition' ? error : t(`common.${key}`)))
      .join(' ') || undefined
}
