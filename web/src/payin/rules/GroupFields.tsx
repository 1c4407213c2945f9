import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { ConditionHint } from '../../kit/ConditionHint'
import { cx } from '../../ui/cx'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextArea, TextInput } from '../../ui/TextInput'
import { ACTIONS, type Group, type Problem, type Rules } from './rules'
import styles from './rules.module.css'
import { Shares } from './Shares'

interface GroupFieldsProps {
  /** Names its buttons for the editor, which keeps the keyboard on a group that is moved. */
  id: string
  place: number
  last: boolean
  group: Group
  problems: readonly Problem[]
  /** The charge that is being tried meets this one. */
  met: boolean
  processors: Rules['processors']
  put: (part: Partial<Group>) => void
  move: (by: -1 | 1) => void
  remove: () => void
}

/** One group of a draft: its condition, and what becomes of a charge that meets it. */
export function GroupFields(props: GroupFieldsProps) {
  const { id, place, last, group, problems, met, put, move, remove } = props
  const t = useT('common', 'pixRules')
  const wrong = (field: string) =>
    problems
      .filter((each) => each.field === field)
      .map(({ key, error }) => (field === 'condition' ? error : t(`common.${key}`)))
      .join(' ') || undefined
  const icon = { size: 18, strokeWidth: 1.75 }
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
            icon={<ArrowUp {...icon} />}
            disabled={place === 0}
            onClick={() => move(-1)}
          />
          <IconButton
            id={`${id}-down`}
            label={t('pixRules.group.down', named)}
            icon={<ArrowDown {...icon} />}
            disabled={last}
            onClick={() => move(1)}
          />
          <IconButton
            label={t('pixRules.group.remove', named)}
            icon={<Trash2 {...icon} />}
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
              onChange={(event) => put({ name: event.target.value })}
            />
          )}
        </Field>
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
      </div>
      <Field
        label={t('pixRules.group.condition')}
        hint={<ConditionHint hint={t('pixRules.group.condition_hint')} condition={group.condition} />}
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
      {group.action !== 'block' && <Shares {...props} wrong={wrong('shares')} />}
      {group.action === 'block' && (
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
      )}
    </fieldset>
  )
}

/** What another action takes along: who is refused goes nowhere. */
const of = (action: Group['action']): Partial<Group> =>
  action === 'block' ? { action, shares: [] } : { action, reason: null }
