import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { readAgain } from '../../kit/command/subjects'
import { useCommand } from '../../kit/command/useCommand'
import { useRested } from '../../kit/place/useRested'
import { useLeaveGuard } from '../../kit/useLeaveGuard'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import styles from '../rules/rules.module.css'
import { GroupFields } from './GroupFields'
import { EMPTY_GROUP, type Group, type Routes } from './routing'

type Schemas = components['schemas']

const MOST_GROUPS = 50

/** A draft while it is written: its groups in their order, each checked as it is typed. */
export function Editor({ routes }: { routes: Routes }) {
  const t = useT('common', 'pixRules', 'payoutRoutes')
  const [name, setName] = useDraft('name', routes.name)
  const [groups, setGroups] = useDraft('groups', () => routes.groups.map((group, key) => ({ key, group })))
  const [nextKey, setNextKey] = useDraft('nextKey', routes.groups.length)
  const [changed, setChanged] = useDraft('changed', false)
  const guard = useLeaveGuard(changed)
  const problems = useProblems(groups.map(({ group }) => group))
  const save = useCommand<Schemas['RoutesChange'], Schemas['PayoutRoutes']>(
    (input, header) => sendCommand('payouts:routes:change', { id: routes.id }, input, header),
    () => {
      guard.release()
      setChanged(false)
      showAlert('success', t('pixRules.change.done'))
      readAgain('payouts:routes:change')
    },
  )
  const set = (next: typeof groups) => {
    setGroups(next)
    setChanged(true)
  }
  const put = (place: number, part: Partial<Group>) =>
    set(groups.map((each, at) => (at === place ? { ...each, group: { ...each.group, ...part } } : each)))
  return (
    <Card title={t('payoutRoutes.groups')}>
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
        {groups.map(({ key, group }, place) => (
          <GroupFields
            key={key}
            place={place}
            group={group}
            problems={problems.filter((each) => each.group === place)}
            routes={routes}
            put={(part) => put(place, part)}
            remove={() => set(groups.filter((each) => each.key !== key))}
          />
        ))}
        <p className={styles.rest}>{t('payoutRoutes.rest')}</p>
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
              set([...groups, { key: nextKey, group: EMPTY_GROUP }])
            }}
          >
            {t('pixRules.group.add')}
          </Button>
          <Button
            busy={save.pending}
            disabled={!changed || !name.trim() || !complete(groups.map(({ group }) => group))}
            onClick={() =>
              save.run({
                name: name.trim(),
                groups: groups.map(({ group }) => group),
                revision: routes.revision,
              })
            }
          >
            {t('pixRules.change.submit')}
          </Button>
        </div>
      </div>
      {guard.question}
    </Card>
  )
}

const NONE: readonly Schemas['GroupProblem'][] = []

/** Whether each choice names a processor, a priority and a weight: before that the server is not asked. */
const complete = (groups: readonly Group[]) =>
  groups.every(({ choices }) =>
    choices.every(({ processor, priority, weight }) => processor !== '' && priority !== 0 && weight !== 0),
  )

/** What of the routes is none yet, as the server says a moment after the last key. */
function useProblems(groups: readonly Group[]) {
  const asked = useRested(JSON.stringify({ groups }))
  const { data } = useQuery({
    queryKey: ['payouts.routes.try', asked],
    queryFn: ({ signal }) =>
      body(
        api.POST('/v1/payouts/routes/try', { body: JSON.parse(asked) as Schemas['TryRoutesInput'], signal }),
      ),
    enabled: complete(groups),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return data?.problems ?? NONE
}
