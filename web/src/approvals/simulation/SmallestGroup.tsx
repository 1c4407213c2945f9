import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { formatNumber } from '../../kit/format'
import { Loaded } from '../../kit/record/Loaded'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { type SmallestGroupFound, wordOf } from '../approvals'
import styles from './SmallestGroup.module.css'

/** What people ask first: ten thousand. */
const USUAL = 1_000_000

/** How few people could move an amount together, as the policies stand. */
export function SmallestGroup() {
  const t = useT('approvals')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const [amount, setAmount] = useState<number | null>(USUAL)
  const asked = useDeferredValue(amount)
  const groups = useQuery({
    queryKey: ['approvals', 'smallest', account, asked],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/approval-policies/smallest-group', {
          params: { query: { amount: asked ?? 0 } },
          signal,
        }),
      ),
    enabled: Boolean(asked),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.card}>
      <Card title={t('approvals.smallest.title')}>
        <p className={styles.text}>{t('approvals.smallest.text')}</p>
        <div className={styles.amount}>
          <Field label={t('approvals.column.amount')}>
            {(control) => <MoneyInput {...control} value={amount} onChange={setAmount} />}
          </Field>
        </div>
        <Loaded query={groups} lines={4} level={2}>
          {(found) => <Groups groups={found} />}
        </Loaded>
      </Card>
    </div>
  )
}

function Groups({ groups }: { groups: readonly SmallestGroupFound[] }) {
  const t = useT('approvals')
  return (
    <ul>
      {groups.map((group) => (
        <li key={group.command} className={styles.group}>
          <span>{wordOf(t, 'command', group.command)}</span>
          <Badge tone={group.size === 1 ? 'atention' : 'neutral'} dot>
            {group.size === null
              ? t('approvals.smallest.nobody')
              : t('approvals.smallest.people', { count: group.size })}
          </Badge>
          <Who group={group} />
        </li>
      ))}
    </ul>
  )
}

function Who({ group }: { group: SmallestGroupFound }) {
  const t = useT('approvals')
  const language = useLanguage()
  const { size, pieces, maker, approvers, policies, avoided, weekday, hour } = group
  if (size === null) return null
  const name = (email: string | null) => email ?? t('approvals.smallest.of_provider')
  return (
    <div className={styles.who}>
      {[maker, ...approvers].map(name).join(' + ')}
      {pieces > 1 && (
        <span className={styles.note}>
          {t('approvals.smallest.pieces', { number: formatNumber(pieces, language) })}
        </span>
      )}
      {policies.length > 0 && (
        <span className={styles.note}>{t('approvals.smallest.under', { names: policies.join(', ') })}</span>
      )}
      {avoided.length > 0 && (
        <span className={styles.note}>{t('approvals.smallest.avoided', { names: avoided.join(', ') })}</span>
      )}
      {weekday !== null && hour !== null && (
        <span className={styles.note}>
          {t('approvals.smallest.at', { weekday: t(`approvals.weekday.${weekday}`), hour })}
        </span>
      )}
    </div>
  )
}
