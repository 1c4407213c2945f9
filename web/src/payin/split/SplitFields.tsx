import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import type { Errors } from '../../kit/command/CommandDialog'
import { formatMoney } from '../../kit/format'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select, type SelectOption } from '../../ui/Select'
import styles from './SplitFields.module.css'
import {
  dividedSoFar,
  errorOf,
  MERCHANT,
  MOST_PARTS,
  newPart,
  type PartForm,
  type SplitForm,
} from './splitForm'

const KINDS = ['percent', 'fixed', 'remainder'] as const
/** Offered in one list; more are found by their page. */
const MOST_OFFERED = 200

interface SplitFieldsProps {
  form: SplitForm
  /** What is divided, minor units; null while none is typed. */
  amount: number | null
  errors: Errors
  /** Receivers beside the merchant's recipients. */
  more?: readonly SelectOption[]
  /** Above the lines, where the form holds other fields too. */
  title?: string
  /** Says that `amount` only serves as an example. */
  example?: string
  onChange: (form: SplitForm) => void
}

/** Who gets what: a line for each receiver, and what that comes to. */
export function SplitFields({ form, amount, errors, more, title, example, onChange }: SplitFieldsProps) {
  const t = useT('recipients')
  const receivers = useReceivers(more)
  if (!receivers) return null
  if (receivers.length === 1) {
    return (
      <p>
        {t('recipients.split.none')}{' '}
        <Link to="/dashboard/payin/recipients/list">{t('recipients.split.to_list')}</Link>
      </p>
    )
  }
  const put = (parts: readonly PartForm[]) => onChange({ ...form, parts })
  const chosen = receivers.filter(({ value }) => form.parts.some(({ recipient }) => recipient === value))
  return (
    <>
      <fieldset className={styles.parts} aria-label={title ? undefined : t('recipients.split.parts')}>
        {title && <legend className={styles.title}>{title}</legend>}
        {form.parts.map((part, place) => (
          <Part
            key={part.key}
            part={part}
            place={place}
            receivers={receivers}
            error={errorOf(errors, place)}
            onChange={(changed) => put(form.parts.with(place, changed))}
            onRemove={() => put(form.parts.toSpliced(place, 1))}
          />
        ))}
        <Button
          variant="secondary"
          icon={<Plus size={18} strokeWidth={1.75} />}
          disabled={form.parts.length >= MOST_PARTS}
          onClick={() => put([...form.parts, newPart()])}
        >
          {t('recipients.split.add')}
        </Button>
      </fieldset>
      {form.parts.some(({ kind }) => kind === 'percent') && (
        <Field
          label={t('recipients.split.rounding')}
          hint={t('recipients.split.rounding_hint')}
          error={errors['split.rounding']}
        >
          {(control) => (
            <Select
              id={control.id}
              describedBy={control['aria-describedby']}
              options={[
                { value: '', label: t('recipients.split.merchant') },
                ...chosen.filter(({ value }) => value !== MERCHANT),
              ]}
              value={chosen.some(({ value }) => value === form.rounding) ? form.rounding : ''}
              onChange={(rounding) => onChange({ ...form, rounding })}
            />
          )}
        </Field>
      )}
      {amount !== null && form.parts.length > 0 && (
        <Sums form={form} amount={amount} receivers={receivers} example={example} />
      )}
    </>
  )
}

interface PartProps {
  part: PartForm
  place: number
  receivers: readonly SelectOption[]
  error: string | undefined
  onChange: (part: PartForm) => void
  onRemove: () => void
}

function Part({ part, place, receivers, error, onChange, onRemove }: PartProps) {
  const t = useT('recipients')
  const number = place + 1
  return (
    <div className={styles.part}>
      <Select
        label={t('recipients.split.receiver', { number })}
        placeholder={t('recipients.split.choose')}
        invalid={Boolean(error) && !part.recipient}
        options={[...receivers]}
        value={part.recipient || null}
        onChange={(recipient) => onChange({ ...part, recipient })}
      />
      <Select
        label={t('recipients.split.kind', { number })}
        options={KINDS.map((kind) => ({ value: kind, label: t(`recipients.kind.${kind}`) }))}
        value={part.kind}
        onChange={(kind) => onChange({ ...part, kind: kind as PartForm['kind'], value: null })}
      />
      {part.kind === 'remainder' ? (
        <span />
      ) : (
        <MoneyInput
          aria-label={t('recipients.split.value', { number })}
          aria-invalid={Boolean(error) || undefined}
          currency={part.kind === 'fixed' ? 'BRL' : '%'}
          value={part.value}
          onChange={(value) => onChange({ ...part, value })}
        />
      )}
      <IconButton
        plain
        label={t('recipients.split.remove', { number })}
        icon={<X size={18} strokeWidth={1.75} />}
        onClick={onRemove}
      />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function Sums({
  form,
  amount,
  receivers,
  example,
}: {
  form: SplitForm
  amount: number
  receivers: readonly SelectOption[]
  example: string | undefined
}) {
  const t = useT('recipients')
  const language = useLanguage()
  const money = (value: number) => formatMoney({ amount: value, currency: 'BRL' }, language)
  const { parts, rest } = dividedSoFar(form, amount)
  const nameOf = (id: string) =>
    receivers.find(({ value }) => value === id)?.label ?? t('recipients.split.choose')
  const named = form.parts.findIndex(({ recipient }) => recipient === MERCHANT)
  const lines = form.parts.map(({ recipient }, place) => ({
    key: `${place}`,
    name: nameOf(recipient),
    amount: (parts[place] ?? 0) + (place === named ? rest : 0),
  }))
  if (named < 0) lines.push({ key: 'rest', name: t('recipients.split.merchant'), amount: rest })
  return (
    <dl className={cx(styles.sums, rest < 0 && styles.over)} aria-live="polite">
      {lines.map(({ key, name, amount: share }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{money(share)}</dd>
        </div>
      ))}
      <div>
        <dt>{example ?? t('recipients.split.total')}</dt>
        <dd>{money(amount)}</dd>
      </div>
    </dl>
  )
}

/** Who can be named: the merchant itself first. */
function useReceivers(more: readonly SelectOption[] = []): SelectOption[] | null {
  const t = useT('recipients')
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data } = useQuery({
    queryKey: ['list', 'payin.recipients.offered', account],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payin/recipients', {
          params: { query: { status: 'active', per_page: MOST_OFFERED, order_by: 'name', sort: 'asc' } },
          signal,
        }),
      ),
  })
  if (!data) return null
  return [
    { value: MERCHANT, label: t('recipients.split.merchant') },
    ...data.map(({ id, name }) => ({ value: id, label: name ?? id })),
    ...more,
  ]
}
