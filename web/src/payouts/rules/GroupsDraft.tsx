import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { components } from '../../app/api-types'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useDraft } from '../../kit/command/draft'
import type { CommandName } from '../../kit/command/schema'
import { readAgain } from '../../kit/command/subjects'
import { type Answered, type Keyed, useCommand } from '../../kit/command/useCommand'
import { useRested } from '../../kit/place/useRested'
import { useLeaveGuard } from '../../kit/useLeaveGuard'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import styles from './rules.module.css'

export type GroupProblem = components['schemas']['GroupProblem']

/** One group while it is written. */
export interface GroupEditing<Group> {
  place: number
  group: Group
  problems: readonly GroupProblem[]
  put: (part: Partial<Group>) => void
  remove: () => void
}

/** A draft as it is saved; `revision`: the one that it was written on. */
export interface Written<Group> {
  name: string
  groups: Group[]
  revision: number
}

interface GroupsDraftProps<Group> {
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
  /** Asks the server what is wrong with the groups; `name` is that of the question. */
  check: {
    name: string
    ask: (groups: Group[], signal: AbortSignal) => Promise<{ problems: GroupProblem[] }>
  }
  fields: (editing: GroupEditing<Group>) => ReactNode
}

const MOST_GROUPS = 50
const NONE: readonly GroupProblem[] = []
const always = () => true

/** A draft while it is written: its groups in their order, each checked as it is typed. */
export function GroupsDraft<Group>(props: GroupsDraftProps<Group>) {
  const { draft, title, rest, add, empty, complete = always, command, send, check, fields } = props
  const t = useT('common', 'pixRules')
  const [name, setName] = useDraft('name', draft.name)
  const [keyed, setKeyed] = useDraft('groups', () => draft.groups.map((group, key) => ({ key, group })))
  const [nextKey, setNextKey] = useDraft('nextKey', draft.groups.length)
  const [changed, setChanged] = useDraft('changed', false)
  const guard = useLeaveGuard(changed)
  const groups = keyed.map(({ group }) => group)
  const problems = useProblems(groups, complete(groups), check)
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
  return (
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
        {keyed.map(({ key, group }, place) => (
          <Fragment key={key}>
            {fields({
              place,
              group,
              problems: problems.filter((each) => each.group === place),
              put: (part) =>
                set(
                  keyed.map((each, at) => (at === place ? { ...each, group: { ...group, ...part } } : each)),
                ),
              remove: () => set(keyed.filter((each) => each.key !== key)),
            })}
          </Fragment>
        ))}
        <p className={styles.rest}>{rest}</p>
        {save.failure !== null && (
          <Banner tone="error" role="alert">
            {linesOf(t, save.failure).map((line) => (
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
      {guard.question}
    </Card>
  )
}

/** What of the groups is none yet, as the server says a moment after the last key. */
function useProblems<Group>(
  groups: readonly Group[],
  enabled: boolean,
  { name, ask }: GroupsDraftProps<Group>['check'],
) {
  const asked = useRested(JSON.stringify(groups))
  const { data } = useQuery({
    queryKey: [name, asked],
    queryFn: ({ signal }) => ask(JSON.parse(asked) as Group[], signal),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return data?.problems ?? NONE
}
