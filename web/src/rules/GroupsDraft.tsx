import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Fragment, type ReactNode, useRef } from 'react'
import type { components } from '../app/api-types'
import { CallError, linesOf } from '../app/errors'
import { type Translate, useT } from '../app/i18n'
import { showAlert } from '../app/state'
import { announce } from '../kit/announce'
import { useDraft } from '../kit/command/draft'
import type { CommandName } from '../kit/command/schema'
import { readAgain } from '../kit/command/subjects'
import { type Answered, type Keyed, useCommand } from '../kit/command/useCommand'
import { useRested } from '../kit/place/useRested'
import { useAddedFocus } from '../kit/useAddedFocus'
import { useKeptFocus } from '../kit/useKeptFocus'
import { useLeaveGuard } from '../kit/useLeaveGuard'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { Field } from '../ui/Field'
import { TextInput } from '../ui/TextInput'
import styles from './rules.module.css'
import { useMovedFocus } from './useMovedFocus'

export type GroupProblem = components['schemas']['GroupProblem']

/** One group while it is written. */
export interface GroupEditing<Group> {
  /** Names its buttons, so that the keyboard stays on a group that is moved. */
  id: string
  place: number
  last: boolean
  group: Group
  problems: readonly GroupProblem[]
  put: (part: Partial<Group>) => void
  move: (by: -1 | 1) => void
  remove: () => void
}

/** A draft as it is saved; `revision`: the one that it was written on. */
export interface Written<Group> {
  name: string
  groups: Group[]
  revision: number
}

/** What the server makes of groups that are being written. */
interface Checked {
  problems: GroupProblem[]
}

interface GroupsDraftProps<Group, Answer extends Checked> {
  draft: { id: string; name: string; groups: readonly Group[]; revision: number }
  title: string
  /** What becomes of whatever no group is about. */
  rest: string
  add: string
  empty: Group
  /** Whether the server may be asked about the groups, or get them. */
  complete?: (groups: readonly Group[]) => boolean
  command: CommandName
  send: (written: Written<Group>, header: Keyed) => Promise<Answered<unknown>>
  /** Asks the server about the groups. `name` is that of the question; `of`: what else it depends on. */
  check: {
    name: string
    of?: unknown
    ask: (groups: Group[], signal: AbortSignal) => Promise<Answer>
  }
  fields: (editing: GroupEditing<Group>, answer: Answer | undefined) => ReactNode
  below?: (groups: readonly Group[], answer: Answer | undefined) => ReactNode
}

const MOST_GROUPS = 50
const NONE: readonly GroupProblem[] = []
const always = () => true

/** A draft while it is written: its groups in their order, each checked as it is typed. */
export function GroupsDraft<Group, Answer extends Checked>(props: GroupsDraftProps<Group, Answer>) {
  const { draft, title, rest, add, empty, complete = always, command, send, check, fields, below } = props
  const t = useT('common', 'pixRules')
  const [name, setName] = useDraft('name', draft.name)
  const [keyed, setKeyed] = useDraft('groups', () => draft.groups.map((group, key) => ({ key, group })))
  const [nextKey, setNextKey] = useDraft('nextKey', draft.groups.length)
  const [changed, setChanged] = useDraft('changed', false)
  const guard = useLeaveGuard(changed)
  const focusMoved = useMovedFocus()
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, keyed.length)
  useAddedFocus(box, keyed.length)
  const groups = keyed.map(({ group }) => group)
  const answer = useChecked(groups, complete(groups), check)
  const problems = answer?.problems ?? NONE
  const save = useCommand<Written<Group>, unknown>(send, () => {
    guard.release()
    setChanged(false)
    showAlert('success', t('pixRules.change.done'))
    readAgain(command)
  })
  const set = (next: typeof keyed) => {
    setKeyed(next)
    setChanged(true)
  }
  const move = (place: number, by: -1 | 1) => {
    const next = [...keyed]
    const [moved] = next.splice(place, 1)
    if (!moved) return
    next.splice(place + by, 0, moved)
    set(next)
    focusMoved(idOf(moved.key), by)
    announce(t('pixRules.group.moved', { place: place + by + 1 }))
  }
  return (
    <>
      <Card title={title}>
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
            {keyed.map(({ key, group }, place) => (
              <Fragment key={key}>
                {fields(
                  {
                    id: idOf(key),
                    place,
                    last: place === keyed.length - 1,
                    group,
                    problems: problems.filter((each) => each.group === place),
                    put: (part) =>
                      set(
                        keyed.map((each, at) =>
                          at === place ? { ...each, group: { ...group, ...part } } : each,
                        ),
                      ),
                    move: (by) => move(place, by),
                    remove: () => set(keyed.filter((each) => each.key !== key)),
                  },
                  answer,
                )}
              </Fragment>
            ))}
          </div>
          <p className={styles.rest}>{rest}</p>
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
              onClick={() => {
                setNextKey(nextKey + 1)
                set([...keyed, { key: nextKey, group: empty }])
              }}
            >
              {add}
            </Button>
            <Button
              busy={save.pending}
              disabled={!changed || !name.trim() || !complete(groups)}
              onClick={() => save.run({ name: name.trim(), groups, revision: draft.revision })}
            >
              {t('pixRules.change.submit')}
            </Button>
          </div>
        </div>
      </Card>
      {below?.(groups, answer)}
      {guard.question}
    </>
  )
}

const idOf = (key: number) => `rule-group-${key}`

/** What the server makes of the groups, a moment after the last key. */
function useChecked<Group, Answer extends Checked>(
  groups: readonly Group[],
  enabled: boolean,
  { name, of, ask }: GroupsDraftProps<Group, Answer>['check'],
) {
  const asked = useRested(JSON.stringify({ of, groups }))
  const { data } = useQuery({
    queryKey: [name, asked],
    queryFn: ({ signal }) => ask((JSON.parse(asked) as { groups: Group[] }).groups, signal),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return data
}

/** Which groups were refused; what is wrong with each stands beside it. */
function refusedOf(t: Translate, failure: unknown): string[] {
  const message = failure instanceof CallError ? failure.info.message : null
  const fields = message && typeof message === 'object' ? Object.keys(message) : []
  const places = fields.map((field) => /^groups\[(\d+)\]/.exec(field)?.[1])
  if (!fields.length || places.includes(undefined)) return linesOf(t, failure)
  return Array.from(new Set(places), (place) => t('pixRules.group.wrong', { place: Number(place) + 1 }))
}
