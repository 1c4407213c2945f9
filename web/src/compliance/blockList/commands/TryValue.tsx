import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../../app/api'
import type { components } from '../../../app/api-types'
import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { StatusWord } from '../../../kit/list/Cell'
import { useRested } from '../../../kit/place/useRested'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import DialogWindow from '../../../ui/DialogWindow'
import { Field } from '../../../ui/Field'
import { Select } from '../../../ui/Select'
import { TextInput } from '../../../ui/TextInput'
import { ENTRY_STATUSES, entryPath, KINDS, optionsOf, wordOf } from '../block'

type Input = components['schemas']['TryValueInput']

/** What would happen to a payment with a value; nothing is written. */
export default function TryValue({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'blockList')
  const [asked, setAsked] = useState<Input>({ kind: 'pix_key', value: '', direction: 'out', merchant: null })
  const rested = useRested(JSON.stringify(asked))
  const { data, isError } = useQuery({
    queryKey: ['compliance', 'block-list', 'try', rested],
    queryFn: ({ signal }) =>
      body(api.POST('/v1/compliance/block-list/try', { body: JSON.parse(rested) as Input, signal })),
    enabled: (JSON.parse(rested) as Input).value.trim() !== '',
    retry: false,
  })
  const put = (part: Partial<Input>) => setAsked((now) => ({ ...now, ...part }))
  return (
    <DialogWindow
      title={t('blockList.try.title')}
      onClose={onClose}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {t('common.action.close')}
        </Button>
      }
    >
      <p>{t('blockList.try.text')}</p>
      <Field label={t('blockList.fields.kind')} required>
        {(control) => (
          <Select
            {...control}
            value={asked.kind}
            options={optionsOf(t, 'kind', KINDS)}
            onChange={(kind) => put({ kind: KINDS.find((each) => each === kind) ?? 'pix_key' })}
          />
        )}
      </Field>
      <Field
        label={t('blockList.fields.value')}
        error={isError ? t('blockList.try.no_value') : undefined}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            autoComplete="off"
            value={asked.value}
            onChange={(event) => put({ value: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('blockList.fields.direction')} required>
        {(control) => (
          <Select
            {...control}
            value={asked.direction}
            options={optionsOf(t, 'direction', ['in', 'out'])}
            onChange={(direction) => put({ direction: direction === 'in' ? 'in' : 'out' })}
          />
        )}
      </Field>
      {data && !isError && <Verdict found={data} />}
    </DialogWindow>
  )
}

function Verdict({ found }: { found: components['schemas']['TriedValue'] }) {
  const t = useT('blockList')
  const language = useLanguage()
  const { verdict, public_code, entries, near } = found
  return (
    <>
      <Banner
        tone={verdict === 'refuse' ? 'error' : verdict === 'hold' ? 'awaiting' : 'success'}
        role="status"
      >
        {t(`blockList.try.${verdict ?? 'free'}`)}
        {public_code && ` ${t('blockList.try.hears', { words: wordOf(t, 'public', public_code) })}`}
      </Banner>
      {entries.length > 0 && (
        <ul>
          {entries.map(({ id, shown, lane, status, binds }) => (
            <li key={id}>
              <Link to={entryPath(id)}>{shown}</Link> · {wordOf(t, 'lane', lane)} ·{' '}
              <StatusWord values={ENTRY_STATUSES} value={status} text={{ t, language }} />
              {!binds && ` · ${t('blockList.try.not_this')}`}
            </li>
          ))}
        </ul>
      )}
      {near > 0 && <p>{t('blockList.try.near', { number: near })}</p>}
    </>
  )
}
