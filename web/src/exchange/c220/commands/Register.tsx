import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../../app/api'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { Field } from '../../../ui/Field'
import { Select } from '../../../ui/Select'
import { type Filing, requestPath } from '../request'

/** Registers what the Central Bank asks for; the bank that hands the file in is one of ours. `like`: a request about the same rows. */
export default function Register({ like, onClose }: CommandProps & { like?: Filing | undefined }) {
  const t = useT('common', 'kit', 'filings')
  const navigate = useNavigate()
  const [bank, setBank] = useState('')
  const banks = useQuery({
    queryKey: ['exchange', 'filing_banks'],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/exchange/banks', { params: { query: { per_page: 100 } }, signal })),
  })
  const chosen = banks.data?.find(({ id }) => id === bank)
  return (
    <CommandForm<{ id: string }>
      key={bank}
      command="filings:request:register"
      title={t('filings.register.title')}
      submit={t('filings.register.submit')}
      texts="filings.form"
      text={
        <>
          <p>{t('filings.register.text')}</p>
          <Field label={t('filings.register.bank')}>
            {(given) => (
              <Select
                id={given.id}
                options={[
                  { value: '', label: t('filings.register.other') },
                  ...(banks.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id })),
                ]}
                value={bank}
                onChange={setBank}
              />
            )}
          </Field>
        </>
      }
      initial={{
        layout: 'acam220',
        filer_document: chosen?.document ?? like?.filer_document ?? '',
        filer_name: chosen?.name ?? like?.filer_name ?? '',
        ...(like && { period_from: like.period_from, period_to: like.period_to }),
      }}
      options={{ layout: [{ value: 'acam220', label: 'ACAM220' }] }}
      onDone={({ id }) => {
        onClose()
        if (id) void navigate({ to: requestPath(id) })
      }}
      onClose={onClose}
    />
  )
}
