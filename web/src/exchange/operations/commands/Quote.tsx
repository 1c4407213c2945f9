import { useNavigate } from '@tanstack/react-router'
import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../../kit/command/CommandForm'
import { useDraft } from '../../../kit/command/draft'
import { decimalsOf } from '../../../kit/format'
import { Field } from '../../../ui/Field'
import { MoneyInput } from '../../../ui/MoneyInput'
import { Select } from '../../../ui/Select'
import { CURRENCIES, DIRECTIONS, operationPath, options, planWords } from '../../exchange'

const HOME = 'BRL'
/** What the price is made of comes before whom it is for. */
const LEAD = ['currency', 'direction']

/** Asks for a price that holds for a time: of an amount abroad, or of a total at home. */
export default function Quote({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'exchange')
  const language = useLanguage()
  const navigate = useNavigate()
  const [given, setGiven] = useDraft<Given | null>('amount', null)
  const [fixed, setFixed] = useDraft<Fixed>('fixed', 'foreign')
  const currencyOf = (chosen: unknown) =>
    fixed === 'home' ? HOME : typeof chosen === 'string' && chosen ? chosen : 'USD'
  const own: OwnPart = {
    name: 'amount',
    fields: ['amount'],
    first: true,
    read: (values) => {
      const currency = currencyOf(values.currency)
      const amount = amountIn(given, currency)
      return amount ? { input: { amount, currency } } : { errors: { amount: t('common.field_required') } }
    },
    draw: (values, errors) => {
      const currency = currencyOf(values.currency)
      return amountFields({
        currency,
        fixed,
        amount: amountIn(given, currency),
        error: errors.amount,
        onFixed: setFixed,
        onAmount: (amount) => setGiven({ amount, currency }),
      })
    },
  }
  return (
    <CommandForm<{ id: string }>
      command="exchange:operation:quote"
      title={t('exchange.quote.title')}
      submit={t('exchange.quote.submit')}
      texts="exchange.field"
      text={<p>{t('exchange.quote.text')}</p>}
      lead={LEAD}
      initial={{ currency: 'USD', direction: 'out' }}
      options={{
        currency: CURRENCIES.map((value) => ({ value, label: value })),
        direction: options(t, 'direction', DIRECTIONS),
        purpose: [{ value: '', label: '—' }, ...options(t, 'purpose', ['1', '2', '3', '4', '5', '6'])],
      }}
      words={planWords(t, language)}
      own={own}
      onDone={({ id }) => {
        onClose()
        if (id) void navigate({ to: operationPath(id) })
      }}
      onClose={onClose}
    />
  )
}

type Fixed = 'foreign' | 'home'

/** An amount in minor units of the currency that it was typed for. */
interface Given {
  amount: number | null
  currency: string
}

/** What was typed for another currency is none of this one: its minor units are others. */
const amountIn = (given: Given | null, currency: string) =>
  given?.currency === currency ? given.amount : null

interface AmountProps {
  currency: string
  fixed: Fixed
  amount: number | null
  error: string | undefined
  onFixed: (fixed: Fixed) => void
  onAmount: (amount: number | null) => void
}

/** What is fixed, and how much of it, with the decimals of its currency. */
function AmountFields({ currency, fixed, amount, error, onFixed, onAmount }: AmountProps) {
  const t = useT('exchange')
  return (
    <>
      <Field label={t('exchange.quote.fixed')} required>
        {(given) => (
          <Select
            id={given.id}
            options={options(t, 'fixed', ['foreign', 'home'])}
            value={fixed}
            onChange={(value) => onFixed(value === 'home' ? 'home' : 'foreign')}
          />
        )}
      </Field>
      <Field label={t('exchange.field.amount', { currency })} error={error} required>
        {(given) => (
          <MoneyInput
            {...given}
            key={currency}
            currency={currency}
            decimals={decimalsOf(currency)}
            value={amount}
            onChange={onAmount}
          />
        )}
      </Field>
    </>
  )
}

const amountFields = (props: AmountProps) => <AmountFields {...props} />
