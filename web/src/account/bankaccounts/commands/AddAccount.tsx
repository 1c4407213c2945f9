import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import { merchant, trustedCreated } from '../../../app/state'
import { useStore } from '../../../app/store'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { formatDocument } from '../../../kit/format'
import { NeedsTwoFactor } from '../../../kit/place/NeedsTwoFactor'
import { PlaceFields } from '../../../kit/place/PlaceFields'
import { PLACE_FIELDS } from '../../../kit/place/place'
import { Checkbox } from '../../../ui/Checkbox'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { planWords } from '../../transfers/transfer'
import { bankAccountPath } from '../bankAccount'
import { type AccountForm, EMPTY, holderOf, readAccount } from './accountForm'

const FIELDS = ['nickname', 'holder_name', 'holder_document', ...PLACE_FIELDS]

/** Says where money may go: a bank account, or a Pix key. */
export default function AddAccount({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'transfers')
  const language = useLanguage()
  const navigate = useNavigate()
  const [form, setForm] = useDraft<AccountForm>('form', EMPTY)
  const owner = holderOf(useStore(merchant, ({ data }) => data))
  const put = (part: Partial<AccountForm>) => setForm((now) => ({ ...now, ...part }))
  return (
    <CommandDialog
      command="account:bank_account:create"
      title={t('transfers.add.title')}
      submit={t('transfers.add.submit')}
      fields={FIELDS}
      read={() => readAccount(form, owner, t)}
      send={(input, header) => sendCommand('account:bank_account:create', {}, input, header)}
      planning={{
        ask: (input) => body(api.POST('/v1/account/bank-accounts/plan', { body: input })),
        words: planWords(t, language, 'account_status'),
      }}
      onDone={(made) => {
        onClose()
        if (made.status === 'verified') trustedCreated(made)
        void navigate({ to: bankAccountPath(made.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NeedsTwoFactor />
          <Line
            name="nickname"
            value={form.nickname}
            most={60}
            errors={errors}
            onChange={(nickname) => put({ nickname })}
          />
          {owner && (
            <Checkbox
              label={t('transfers.add.own', {
                name: owner.legal_name,
                document: formatDocument(owner.document),
              })}
              checked={form.own}
              onChange={(own) => put({ own })}
            />
          )}
          {!(owner && form.own) && (
            <>
              <Line
                name="holder_name"
                value={form.holder}
                most={200}
                errors={errors}
                onChange={(holder) => put({ holder })}
              />
              <Line
                name="holder_document"
                value={form.document}
                most={30}
                errors={errors}
                onChange={(document) => put({ document })}
              />
            </>
          )}
          <PlaceFields form={form} errors={errors} put={put} />
        </>
      )}
    </CommandDialog>
  )
}

interface LineProps {
  name: string
  value: string
  most: number
  errors: Errors
  onChange: (text: string) => void
}

function Line({ name, value, most, errors, onChange }: LineProps) {
  const t = useT('transfers')
  return (
    <Field label={t(`transfers.add.${name}`)} error={errors[name]} required>
      {(control) => (
        <TextInput
          {...control}
          maxLength={most}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
