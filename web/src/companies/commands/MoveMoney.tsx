import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { formatMoney } from '../../kit/format'
import { NeedsTwoFactor } from '../../kit/place/NeedsTwoFactor'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import { accountName, type CompanyRecord, movable } from '../companies'
import { planWords } from '../planWords'

/** Moves money between what the company may move and its sub-accounts, or between two of these. */
export default function MoveMoney({ company, onClose }: CommandProps & { company: CompanyRecord }) {
  const t = useT('common', 'kit', 'companies')
  const language = useLanguage()
  const accounts = movable(company)
  const [source, setSource] = useDraft<string | null>('source', String(accounts[0]?.id ?? ''))
  const [destination, setDestination] = useDraft<string | null>('destination', null)
  const [amount, setAmount] = useDraft<number | null>('amount', null)
  const names = new Map(accounts.map((account) => [account.code, accountName(t, account)]))
  const words = planWords(t, language)
  const options = accounts.map((account) => ({
    value: String(account.id),
    label: `${accountName(t, account)} · ${formatMoney(account.available, language)}`,
  }))
  const path = { id: String(company.id) }
  const required = t('common.field_required')
  return (
    <CommandDialog<components['schemas']['MoveMoneyInput'], unknown>
      command="accounts:money:move"
      title={t('companies.move_money.title')}
      submit={t('companies.move_money.submit')}
      subject={company.name}
      fields={['source', 'destination', 'amount']}
      read={() =>
        source && destination && amount
          ? {
              input: {
                source: Number(source),
                destination: Number(destination),
                amount: { amount, currency: 'BRL' },
              },
            }
          : {
              errors: {
                source: source ? undefined : required,
                destination: destination ? undefined : required,
                amount: amount ? undefined : required,
              },
            }
      }
      send={(input, header) => sendCommand('accounts:money:move', path, input, header)}
      planning={{
        ask: (input) => body(api.POST('/v1/companies/{id}/moves/plan', { params: { path }, body: input })),
        words: { ...words, account: (code) => names.get(code) },
      }}
      onDone={() => {
        onClose()
        showAlert('success', t('companies.move_money.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NeedsTwoFactor />
          <Account
            name="source"
            value={source}
            error={errors.source}
            options={options}
            onChange={setSource}
          />
          <Account
            name="destination"
            value={destination}
            error={errors.destination}
            options={options.filter(({ value }) => value !== source)}
            onChange={setDestination}
          />
          <Field label={t('companies.move_money.amount')} error={errors.amount} required>
            {(control) => <MoneyInput {...control} value={amount} onChange={setAmount} />}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}

interface AccountProps {
  name: 'source' | 'destination'
  value: string | null
  error: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

function Account({ name, value, error, options, onChange }: AccountProps) {
  const t = useT('companies')
  return (
    <Field label={t(`companies.move_money.${name}`)} error={error} required>
      {(control) => (
        <Select
          id={control.id}
          describedBy={control['aria-describedby']}
          invalid={control['aria-invalid']}
          placeholder={t('companies.move_money.choose')}
          options={options}
          value={options.some((option) => option.value === value) ? value : null}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
