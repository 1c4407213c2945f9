import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { ResultOf } from '../../kit/command/send'
import { decimalsOf } from '../../kit/format'
import { readAmount } from '../../ui/amountText'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { accountPath } from '../conciliation'

/** The provider's ledger accounts that stand for an account at a bank. */
const CLEARING = ['pix_clearing', 'boleto_clearing']

/** A currency as it is typed; until it is one, the home currency. */
const codeOf = (typed: unknown) => (/^[A-Z]{3}$/.test(String(typed)) ? String(typed) : 'BRL')

/** Proposes an account of ours with its opening balance; another person agrees. */
export default function AddAccount({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'conciliation')
  const language = useLanguage()
  const navigate = useNavigate()
  const [opening, setOpening] = useState('')
  return (
    <CommandForm<ResultOf<'conciliation:account:add'>>
      command="conciliation:account:add"
      title={t('conciliation.add_account.title')}
      submit={t('conciliation.add_account.submit')}
      subject={{ thing: t('conciliation.title.accounts') }}
      texts="conciliation.add_account"
      text={<p>{t('conciliation.add_account.text')}</p>}
      initial={{ currency: 'BRL', clearing_code: 'pix_clearing' }}
      options={{
        clearing_code: CLEARING.map((value) => ({ value, label: t(`conciliation.clearing.${value}`) })),
      }}
      minor={({ currency }) => ({ tariff: codeOf(currency) })}
      own={{
        name: 'opening',
        fields: ['opening'],
        read: ({ currency }) => {
          const debt = /^\s*[-−]/.test(opening)
          const bare = opening.replace(/^\s*[-−]/, '')
          const read = readAmount(bare, decimalsOf(codeOf(currency)), language)
          if ('wrong' in read || !opening.trim())
            return { errors: { opening: t('conciliation.add_account.opening_wrong') } }
          return { input: debt ? -(read.minor ?? 0) : (read.minor ?? 0) }
        },
        draw: (_, errors) => drawOpening(t, errors.opening, opening, setOpening),
      }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: accountPath(id) })
      }}
      onClose={onClose}
    />
  )
}

const drawOpening = (
  t: Translate,
  error: string | undefined,
  value: string,
  onChange: (value: string) => void,
) => (
  <Field
    label={t('conciliation.add_account.opening')}
    hint={t('conciliation.add_account.opening_hint')}
    error={error}
    required
  >
    {(control) => (
      <TextInput
        {...control}
        inputMode="decimal"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
