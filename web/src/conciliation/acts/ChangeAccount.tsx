import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import type { HouseAccount } from '../conciliation'

/** What a column of a CSV may be; the last three are no columns. */
const PARTS = [
  'booked_on',
  'amount',
  'credit',
  'debit',
  'description',
  'reference',
  'document',
  'name',
  'tax_document',
  'balance',
  'delimiter',
  'decimal',
  'date_form',
] as const

type Mapping = Readonly<Record<string, string>>

/** Changes what an account is called, when it is overdue, and how its CSV is read. */
export default function ChangeAccount({ account, onClose }: CommandProps & { account: HouseAccount }) {
  const t = useT('common', 'kit', 'conciliation')
  const [mapping, setMapping] = useState<Mapping>(account.mapping ?? {})
  return (
    <CommandForm
      command="conciliation:account:change"
      ids={{ id: account.id }}
      title={t('conciliation.mapping.open')}
      submit={t('conciliation.mapping.submit')}
      subject={{ thing: account.name }}
      texts="conciliation.mapping"
      initial={{ name: account.name, grace: account.grace, tariff: account.tariff.amount }}
      own={{
        name: 'mapping',
        fields: ['mapping'],
        read: () => ({
          input: Object.fromEntries(Object.entries(mapping).filter(([, title]) => title !== '')),
        }),
        draw: (_, errors) => (
          <MappingFields mapping={mapping} setMapping={setMapping} error={errors.mapping} />
        ),
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

interface MappingFieldsProps {
  mapping: Mapping
  setMapping: (mapping: Mapping) => void
  error: string | undefined
}

/** The title of the column that holds each part. */
function MappingFields({ mapping, setMapping, error }: MappingFieldsProps) {
  const t = useT('conciliation')
  return (
    <fieldset>
      <legend>{t('conciliation.mapping.heading')}</legend>
      <p>{t('conciliation.mapping.hint')}</p>
      {PARTS.map((part) => (
        <Field
          key={part}
          label={t(`conciliation.mapping.${part === 'name' ? 'name_column' : part}`)}
          error={part === 'booked_on' ? error : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={mapping[part] ?? ''}
              onChange={({ target }) => setMapping({ ...mapping, [part]: target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}
