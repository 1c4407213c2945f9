import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../kit/command/CommandForm'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { type HouseAccount, mappingWord } from '../conciliation'

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

/** How the CSV of an account is read: the title of the column that holds each part. */
function useMapping(account: HouseAccount): OwnPart {
  const t = useT('conciliation')
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(account.mapping ?? {})
  return {
    name: 'mapping',
    fields: ['mapping'],
    read: () => ({ input: Object.fromEntries(Object.entries(mapping).filter(([, title]) => title !== '')) }),
    draw: (_, errors) => (
      <fieldset>
        <legend>{t('conciliation.mapping.heading')}</legend>
        <p>{t('conciliation.mapping.hint')}</p>
        {PARTS.map((part) => (
          <Field
            key={part}
            label={t(mappingWord(part))}
            error={part === 'booked_on' ? errors.mapping : undefined}
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
    ),
  }
}

/** Changes what an account is called, when it is overdue, and how its CSV is read. */
export default function ChangeAccount({ account, onClose }: CommandProps & { account: HouseAccount }) {
  const t = useT('common', 'kit', 'conciliation')
  const mapping = useMapping(account)
  return (
    <CommandForm
      command="conciliation:account:change"
      ids={{ id: account.id }}
      title={t('conciliation.mapping.open')}
      submit={t('conciliation.mapping.submit')}
      subject={{ thing: account.name }}
      texts="conciliation.mapping"
      initial={{ name: account.name, grace: account.grace, tariff: account.tariff.amount }}
      minor={() => ({ tariff: account.tariff.currency })}
      own={mapping}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
