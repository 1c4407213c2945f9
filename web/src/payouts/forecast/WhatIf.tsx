import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { fieldMoment, momentOf } from '../../kit/date/fieldMoment'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { Answer, answerLine } from './Answer'
import { type Ahead, type Forecast, type WhatIfInput } from './forecast'
import styles from './forecast.module.css'

const HOUR = 3_600_000
/** Seconds that a slow directory takes, unless somebody says otherwise. */
const SLOW = '10'

/** The server supposes no more of the directory, in seconds. */
const SLOWEST = 60
const NOTHING: Omit<WhatIfInput, 'days'> = {
  closures: [],
  enable: null,
  deposit: null,
  day_most: null,
  night_most: null,
  directory_seconds: 0,
}

type Kind = 'down' | 'closed' | 'deposit' | 'limit' | 'directory'

interface Draft {
  kind: Kind
  processor: string
  since: string
  until: string
  at: string
  amount: number | null
  seconds: string
}

function freshDraft(kind: Kind, processor: string, zone: string): Draft {
  const now = Date.now()
  return {
    kind,
    processor,
    since: fieldMoment(new Date(now), zone),
    until: fieldMoment(new Date(now + 2 * HOUR), zone),
    at: fieldMoment(new Date(now + HOUR), zone),
    amount: null,
    seconds: SLOW,
  }
}

/** What the server is asked; null while something is missing. */
function inputOf(draft: Draft, zone: string): Omit<WhatIfInput, 'days'> | null {
  const { kind, processor, amount } = draft
  const [since, until, at] = [draft.since, draft.until, draft.at].map((field) => momentOf(field, zone))
  if (kind === 'down') {
    return since && until && processor
      ? { ...NOTHING, closures: [{ since, until, processor, method: null }] }
      : null
  }
  if (kind === 'closed') {
    return since && until
      ? { ...NOTHING, closures: [{ since, until, processor: null, method: 'pix' }] }
      : null
  }
  const money = amount ? { amount, currency: 'BRL' as const } : null
  if (kind === 'deposit') return at && money ? { ...NOTHING, deposit: { amount: money, at } } : null
  if (kind === 'limit') return money && { ...NOTHING, day_most: money }
  const seconds = Number(draft.seconds)
  return /^\d{1,2}$/.test(draft.seconds) && seconds <= SLOWEST
    ? { ...NOTHING, directory_seconds: seconds }
    : null
}

interface WhatIfProps {
  processors: Forecast['processors']
  zone: string
  /** How far it looks, as the forecast above it. */
  days: Ahead
}

/** Something is supposed, and the forecast says what would come of it. Nothing changes. */
export function WhatIf({ processors, zone, days }: WhatIfProps) {
  const t = useT('common', 'payoutForecast')
  const language = useLanguage()
  const one = useStore(settings, (state) => state.account !== null && state.account.id !== 'all')
  const kinds: Kind[] = [
    ...(processors.length > 0 ? (['down'] as const) : []),
    'closed',
    ...(one ? (['deposit', 'limit'] as const) : []),
    'directory',
  ]
  const [draft, setDraft] = useState(() => freshDraft(kinds[0] ?? 'closed', processors[0]?.id ?? '', zone))
  const given = inputOf(draft, zone)
  const asked = useMutation({
    mutationFn: (input: WhatIfInput) => body(api.POST('/v1/payouts/forecast/what-if', { body: input })),
  })
  const change = (more: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...more }))
    // What was answered is of another question.
    asked.reset()
  }
  const answer = asked.variables?.days === days ? asked.data : undefined
  return (
    <Card title={t('payoutForecast.what_if.title')}>
      <p className={styles.note}>{t('payoutForecast.what_if.hint')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (given) asked.mutate({ ...given, days })
        }}
      >
        <div className={styles.form}>
          <Field label={t('payoutForecast.what_if.kind')}>
            {(control) => (
              <Select
                id={control.id}
                options={kinds.map((value) => ({ value, label: t(`payoutForecast.kind.${value}`) }))}
                value={draft.kind}
                onChange={(kind) => change({ kind: kind as Kind })}
              />
            )}
          </Field>
          <Fields draft={draft} change={change} processors={processors} />
        </div>
        <div className={styles.send}>
          <Button type="submit" disabled={!given} busy={asked.isPending}>
            {t('payoutForecast.what_if.ask')}
          </Button>
        </div>
      </form>
      <div role="status">
        {asked.error && <Banner tone="error">{linesOf(t, asked.error).join(' ')}</Banner>}
        {answer && <p className={styles.line}>{answerLine(t, language, answer)}</p>}
      </div>
      {answer && <Answer said={answer} zone={zone} />}
    </Card>
  )
}

interface FieldsProps {
  draft: Draft
  change: (more: Partial<Draft>) => void
  processors: Forecast['processors']
}

function Fields({ draft, change, processors }: FieldsProps) {
  const t = useT('payoutForecast')
  const moment = (name: 'since' | 'until' | 'at') => (
    <Field key={name} label={t(`payoutForecast.what_if.${name}`)}>
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          value={draft[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  )
  const amount = (label: string) => (
    <Field label={label}>
      {(control) => (
        <MoneyInput {...control} value={draft.amount} onChange={(value) => change({ amount: value })} />
      )}
    </Field>
  )
  switch (draft.kind) {
    case 'down':
      return (
        <>
          <Field label={t('payoutForecast.column.processor')}>
            {(control) => (
              <Select
                id={control.id}
                options={processors.map(({ id, name }) => ({ value: id, label: name }))}
                value={draft.processor}
                onChange={(processor) => change({ processor })}
              />
            )}
          </Field>
          {moment('since')}
          {moment('until')}
        </>
      )
    case 'closed':
      return (
        <>
          {moment('since')}
          {moment('until')}
        </>
      )
    case 'deposit':
      return (
        <>
          {amount(t('payoutForecast.what_if.amount'))}
          {moment('at')}
        </>
      )
    case 'limit':
      return amount(t('payoutForecast.what_if.day_most'))
    case 'directory':
      return (
        <Field label={t('payoutForecast.what_if.seconds')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              maxLength={2}
              value={draft.seconds}
              onChange={({ target }) => change({ seconds: target.value })}
            />
          )}
        </Field>
      )
  }
}
