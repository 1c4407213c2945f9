import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { CredentialFields } from '../../payin/processors/commands/CredentialFields'
import {
  CREDENTIAL_FIELDS,
  clientOf,
  EMPTY_CREDENTIALS,
  missingIn,
  SECRETS,
} from '../../payin/processors/commands/credentials'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { payingPath } from './processors'

type Input = components['schemas']['LotProcessorInput']

/** What it is and which account it debits, as its form holds it; each with what it must look like. */
const OWN = {
  name: { usual: '', form: /./, most: 100 },
  ispb: { usual: '00000000', form: /^[0-9A-Z]{8}$/, most: 8 },
  branch: { usual: '', form: /^[0-9]{1,5}$/, most: 5 },
  number: { usual: '', form: /^[0-9]{1,12}$/, most: 12 },
  number_digit: { usual: '', form: /^[0-9X]$/, most: 1 },
  most_lines: { usual: '320', form: /^[1-9][0-9]{0,2}$/, most: 3 },
  last_sequence: { usual: '0', form: /^[0-9]{1,7}$/, most: 7 },
  priority: { usual: '100', form: /^[1-9][0-9]{0,2}$/, most: 3 },
} as const
type Own = keyof typeof OWN
const NAMES = Object.keys(OWN) as Own[]
const HINTED = new Set<Own>(['ispb', 'most_lines', 'last_sequence', 'priority'])

/** Writes a processor down that takes orders in lots; a worker tests it, and then it can be enabled. */
export default function NewLotProcessor({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'processors', 'payoutFiles')
  const navigate = useNavigate()
  const [own, setOwn] = useDraft<Record<Own, string>>(
    'own',
    () => Object.fromEntries(NAMES.map((name) => [name, OWN[name].usual])) as Record<Own, string>,
  )
  const [ted, setTed] = useDraft('ted', false)
  const [form, setForm] = useDraft('form', EMPTY_CREDENTIALS, { never: SECRETS })
  return (
    <CommandDialog<Input, components['schemas']['PayoutProcessor']>
      command="payouts:processor:create_lots"
      title={t('payoutFiles.processors.createLots.title')}
      submit={t('processors.create.submit')}
      subject={{ thing: own.name.trim() || t('processors.create.unnamed') }}
      fields={[...NAMES, ...CREDENTIAL_FIELDS]}
      read={() => {
        const wrong = missingIn(form, t, 'app_key')
        for (const name of NAMES) {
          if (OWN[name].form.test(own[name].trim())) continue
          wrong[name] = own[name].trim()
            ? t('payoutFiles.processors.not_like_this')
            : t('common.field_required')
        }
        if (Object.keys(wrong).length) return { errors: wrong }
        return {
          input: {
            ...clientOf(form),
            app_key: form.app_key,
            name: own.name.trim(),
            ispb: own.ispb.trim(),
            branch: own.branch.trim(),
            number: own.number.trim(),
            number_digit: own.number_digit.trim(),
            most_lines: Number(own.most_lines),
            last_sequence: Number(own.last_sequence),
            priority: Number(own.priority),
            methods: ted ? ['pix', 'ted'] : ['pix'],
          },
        }
      }}
      send={(body, header) => sendCommand('payouts:processor:create_lots', {}, body, header)}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('processors.create.done'))
        void navigate({ to: payingPath(id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('payoutFiles.processors.createLots.text')}</p>
          {NAMES.map((name) => (
            <Field
              key={name}
              label={t(`payoutFiles.processors.field.${name}`)}
              hint={HINTED.has(name) && t(`payoutFiles.processors.field.${name}_hint`)}
              error={errors[name]}
              required
            >
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={OWN[name].most}
                  autoComplete="off"
                  value={own[name]}
                  onChange={(event) =>
                    setOwn((now) => ({
                      ...now,
                      [name]: name === 'name' ? event.target.value : event.target.value.toUpperCase(),
                    }))
                  }
                />
              )}
            </Field>
          ))}
          <Checkbox label={t('payoutFiles.processors.field.pays_ted')} checked={ted} onChange={setTed} />
          <CredentialFields
            own="app_key"
            form={form}
            errors={errors}
            put={(part) => setForm((now) => ({ ...now, ...part }))}
          />
        </>
      )}
    </CommandDialog>
  )
}
