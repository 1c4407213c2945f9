import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { COMMANDS } from '../../app/commands'
import { useT } from '../../app/i18n'
import { Choices } from '../../kit/command/Choices'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { SchemaFields } from '../../kit/command/SchemaFields'
import { emptyValues, readValues, type Values } from '../../kit/command/schema'
import { sendAny } from '../../kit/command/send'
import { type AskedKind, type Charge, recordPath } from '../charge'
import { DUE_FIELDS, DueFields, PayerFields, TermsFields, WordFields } from '../due/DueFields'
import { type DueForm, emptyForm, readDue } from '../due/dueForm'
import { SplitFold } from '../split/SplitFold'
import { NO_SPLIT, readSplit, SPLIT_FIELDS } from '../split/splitForm'
import { checkCharge, EXPIRIES } from './chargeForm'

const NAMES = { immediate: 'payin:charge:create', due: 'payin:charge:create_due' } as const
const FIELDS = COMMANDS[NAMES.immediate].fields.filter(({ name }) => !name.startsWith('split.'))
const ASKED = ['immediate', 'due'] as const

/** Asks somebody for a payment: an amount, and as much about it as is known. */
export default function NewCharge({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payin')
  const navigate = useNavigate()
  const first = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useDraft<AskedKind>('kind', 'immediate')
  const [values, setValues] = useDraft<Values>('values', () => emptyValues(FIELDS))
  const [form, setForm] = useDraft('form', emptyForm)
  const [split, setSplit] = useDraft('split', NO_SPLIT)
  const put = (part: Partial<DueForm>) => setForm((now) => ({ ...now, ...part }))
  const expiries = [
    { value: '', label: t('payin.expiry.usual') },
    ...EXPIRIES.map(({ key, seconds }) => ({ value: String(seconds), label: t(`payin.expiry.${key}`) })),
  ]
  /** What both kinds ask for stays as it was typed. */
  const choose = (next: AskedKind) => {
    if (next === kind) return
    if (next === 'due') {
      put({
        amount: Number(values.amount) || null,
        name: String(values['payer.name'] ?? ''),
        document: String(values['payer.document'] ?? ''),
        description: String(values.description ?? ''),
        reference: String(values.reference ?? ''),
      })
    } else setValues((now) => ({ ...now, ...sharedOf(form) }))
    setKind(next)
  }
  const readImmediate = () => {
    const given = readValues(FIELDS, values, t)
    const errors = { ...checkCharge(values, t), ...('errors' in given && given.errors) }
    return Object.keys(errors).length || 'errors' in given ? { errors } : given
  }
  const amount = kind === 'due' ? form.amount : Number(values.amount) || null
  const read = () => {
    const given = kind === 'due' ? readDue(form, t) : readImmediate()
    const divided = readSplit(split, amount, t)
    const errors = { ...('errors' in given && given.errors), ...('errors' in divided && divided.errors) }
    if ('errors' in given || 'errors' in divided) return { errors }
    return { input: { ...given.input, split: divided.input } }
  }
  return (
    <CommandDialog<object, Charge>
      command={NAMES[kind]}
      title={t('payin.new.title')}
      submit={t('payin.new.submit')}
      fields={[...(kind === 'due' ? DUE_FIELDS : FIELDS.map(({ name }) => name)), ...SPLIT_FIELDS]}
      initialFocus={first}
      read={read}
      send={(input, header) => sendAny<Charge>(NAMES[kind], {}, input, header)}
      onDone={(charge) => {
        onClose()
        void navigate({ to: recordPath(charge.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Kinds kind={kind} onChange={choose} />
          {kind === 'due' ? (
            <>
              <DueFields form={form} errors={errors} put={put} first={first} />
              <PayerFields form={form} errors={errors} put={put} />
              <TermsFields form={form} errors={errors} put={put} />
              <WordFields form={form} errors={errors} put={put} reference />
            </>
          ) : (
            <SchemaFields
              fields={FIELDS}
              texts="payin.new"
              values={values}
              errors={errors}
              options={{ expires_in: expiries }}
              first={first}
              onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
            />
          )}
          <SplitFold form={split} amount={amount} errors={errors} onChange={setSplit} />
        </>
      )}
    </CommandDialog>
  )
}

/** Of a due charge, what an immediate one asks for too. */
const sharedOf = ({ amount, name, document, description, reference }: DueForm): Values => ({
  amount,
  'payer.name': name,
  'payer.document': document,
  description,
  reference,
})

function Kinds({ kind, onChange }: { kind: AskedKind; onChange: (kind: AskedKind) => void }) {
  const t = useT('payin')
  return (
    <Choices
      legend={t('payin.column.kind')}
      name="kind"
      options={ASKED.map((value) => ({ value, label: t(`payin.kind.${value}`) }))}
      value={kind}
      onChange={onChange}
      paired
    />
  )
}
