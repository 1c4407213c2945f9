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
import { GroupFields } from './GroupFields'
import { EMPTY_GROUP, type Group, type Rules } from './rules'
import styles from './rules.module.css'

type Schemas = components['schemas']

const MOST_GROUPS = 50

/** A draft while it is written: its rules in their order, each checked as it is typed. */
export function Editor({ rules }: { rules: Rules }) {
  const t = useT('common', 'pixRules', 'payoutRules')
  const [name, setName] = useDraft('name', rules.name)
  const [groups, setGroups] = useDraft('groups', () => rules.groups.map((group, key) => ({ key, group })))
  const [nextKey, setNextKey] = useDraft('nextKey', rules.groups.length)
  const [changed, setChanged] = useDraft('changed', false)
  const guard = useLeaveGuard(changed)
  const problems = useProblems(groups.map(({ group }) => group))
  const save = useCommand<Schemas['PayoutRulesChange'], Schemas['PayoutRules']>(
    (input, header) => sendCommand('payouts:rules:change', { id: rules.id }, input, header),
    () => {
      guard.release()
      setChanged(false)
      showAlert('success', t('pixRules.change.done'))
      readAgain('payouts:rules:change')
    },
  )
  const set = (next: typeof groups) => {
    setGroups(next)
    setChanged(true)
  }
  const put = (place: number, part: Partial<Group>) =>
    set(groups.map((each, at) => (at === place ? { ...each, group: { ...each.group, ...part } } : each)))
  return (
    <Card title={t('payoutRules.groups')}>
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
            rules={rules}
            put={(part) => put(place, part)}
            remove={() => set(groups.filter((each) => each.key !== key))}
          />
        ))}
        <p className={styles.rest}>{t('payoutRules.rest')}</p>
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
            {t('payoutRules.add')}
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
      {guard.question}
    </Card>
  )
}

const NONE: readonly Schemas['GroupProblem'][] = []

/** What of the rules is none yet, as the server says a moment after the last key. */
function useProblems(groups: readonly Group[]) {
  const asked = useRested(JSON.stringify({ groups }))
  const { data } = useQuery({
    queryKey: ['payouts.rules.try', asked],
    queryFn: ({ signal }) =>
      body(
        api.POST('/v1/payouts/rules/try', { body: JSON.parse(asked) as Schemas['TryPayoutInput'], signal }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return data?.problems ?? NONE
}
