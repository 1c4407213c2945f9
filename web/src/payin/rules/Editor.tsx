import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { components } from '../../app/api-types'
import { CallError, linesOf } from '../../app/errors'
import { type Translate, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { announce } from '../../kit/announce'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { readAgain } from '../../kit/command/subjects'
import { useCommand } from '../../kit/command/useCommand'
import { useAddedFocus } from '../../kit/useAddedFocus'
import { useKeptFocus } from '../../kit/useKeptFocus'
import { useLeaveGuard } from '../../kit/useLeaveGuard'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { GroupFields } from './GroupFields'
import { EMPTY_GROUP, type Group, type Rules } from './rules'
import styles from './rules.module.css'
import { Tester } from './Tester'
import { useTried } from './useTried'

type Change = components['schemas']['RulesChange']

const MOST_GROUPS = 50

/** A draft while it is written: groups in their order, each checked as it is typed, and a charge to try them with. */
export function Editor({ rules }: { rules: Rules }) {
  const t = useT('common', 'pixRules')
  const [name, setName] = useDraft('name', rules.name)
  const [groups, setGroups] = useDraft('groups', () => rules.groups.map((group, key) => ({ key, group })))
  const [nextKey, setNextKey] = useDraft('nextKey', rules.groups.length)
  const [changed, setChanged] = useDraft('changed', false)
  const guard = useLeaveGuard(changed)
  const refocus = useKept()
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, groups.length)
  useAddedFocus(box, groups.length)
  const tried = useTried(groups.map(({ group }) => group))
  const save = useCommand<Change, components['schemas']['Rules']>(
    (body, header) => sendCommand('payin:rules:change', { id: rules.id }, body, header),
    () => {
      guard.release()
      setChanged(false)
      showAlert('success', t('pixRules.change.done'))
      readAgain('payin:rules:change')
    },
  )
  const set = (next: typeof groups) => {
    setGroups(next)
    setChanged(true)
  }
  const put = (place: number, part: Partial<Group>) =>
    set(groups.map((each, at) => (at === place ? { ...each, group: { ...each.group, ...part } } : each)))
  const move = (place: number, by: -1 | 1) => {
    const next = [...groups]
    const [moved] = next.splice(place, 1)
    if (!moved) return
    next.splice(place + by, 0, moved)
    set(next)
    refocus(idOf(moved.key), by)
    announce(t('pixRules.group.moved', { place: place + by + 1 }))
  }
  const add = () => {
    setNextKey(nextKey + 1)
    set([...groups, { key: nextKey, group: EMPTY_GROUP }])
  }
  return (
    <>
      <Card title={t('pixRules.groups.title')}>
        <div className={styles.form}>
          <Field label={t('pixRules.column.name')} required>
            {(control) => (
              <TextInput
                {...control}
                maxLength={80}
                autoComplete="off"
                value={name}
                onChange={(event) => {
                  setName(event.target.value)
                  setChanged(true)
                }}
              />
            )}
          </Field>
          <div ref={box} tabIndex={-1} className={styles.form}>
            {groups.map(({ key, group }, place) => (
              <GroupFields
                key={key}
                id={idOf(key)}
                place={place}
                last={place === groups.length - 1}
                group={group}
                problems={tried.problems.filter((each) => each.group === place)}
                met={tried.group === place}
                processors={rules.processors}
                put={(part) => put(place, part)}
                move={(by) => move(place, by)}
                remove={() => set(groups.filter((each) => each.key !== key))}
              />
            ))}
          </div>
          <p className={styles.rest}>{t('pixRules.groups.rest')}</p>
          {save.failure !== null && (
            <Banner tone="error" role="alert">
              {refusedOf(t, save.failure).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Banner>
          )}
          <div className={styles.bar}>
            <Button
              variant="secondary"
              icon={<Plus size={18} strokeWidth={1.75} />}
              disabled={groups.length >= MOST_GROUPS}
              onClick={add}
            >
              {t('pixRules.group.add')}
            </Button>
            <Button
              busy={save.pending}
              disabled={!changed || !name.trim()}
              onClick={() =>
                save.run({
                  name: name.trim(),
                  groups: groups.map(({ group }) => group),
                  revision: rules.revision,
                })
              }
            >
              {t('pixRules.change.submit')}
            </Button>
          </div>
        </div>
      </Card>
      <Tester tried={tried} groups={groups.map(({ group }) => group)} />
      {guard.question}
    </>
  )
}

/** Which groups were refused; what is wrong with each stands beside it. */
function refusedOf(t: Translate, failure: unknown): string[] {
  const message = failure instanceof CallError ? failure.info.message : null
  const fields = message && typeof message === 'object' ? Object.keys(message) : []
  const places = fields.map((field) => /^groups\[(\d+)\]/.exec(field)?.[1])
  if (!fields.length || places.includes(undefined)) return linesOf(t, failure)
  return Array.from(new Set(places), (place) => t('pixRules.group.wrong', { place: Number(place) + 1 }))
}

const idOf = (key: number) => `rule-group-${key}`

/** Keeps the keyboard on the button that moved a group, or on the other one where the end is reached. */
function useKept(): (id: string, by: -1 | 1) => void {
  const wanted = useRef<{ id: string; by: -1 | 1 } | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { id, by } = wanted.current
    wanted.current = null
    const [same, other] = by < 0 ? ['up', 'down'] : ['down', 'up']
    const button = document.querySelector<HTMLButtonElement>(`#${id}-${same}:not(:disabled)`)
    ;(button ?? document.querySelector<HTMLButtonElement>(`#${id}-${other}`))?.focus()
  })
  return (id, by) => {
    wanted.current = { id, by }
  }
}
