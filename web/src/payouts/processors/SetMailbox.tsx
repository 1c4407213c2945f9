import type { ReactNode } from 'react'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Field, type FieldControl } from '../../ui/Field'
import { PasswordInput } from '../../ui/PasswordInput'
import { TextArea, TextInput } from '../../ui/TextInput'
import type { PayoutMailbox } from './processors'

type Input = components['schemas']['MailboxInput']

const FIELDS = ['host', 'port', 'username', 'host_key', 'password', 'private_key', 'outbox', 'inbox'] as const
const SECRETS = ['password', 'private_key'] as const
type Name = (typeof FIELDS)[number]

interface SetMailboxProps extends CommandProps {
  processor: { id: string; name: string }
  mailbox: PayoutMailbox | null
}

/** Says where a mailbox is and what opens it. Secrets are typed here and shown nowhere again. */
export default function SetMailbox({ processor, mailbox, onClose }: SetMailboxProps) {
  const t = useT('common', 'kit', 'payoutFiles')
  const [form, setForm] = useDraft<Record<Name, string>>(
    'form',
    () => ({
      host: mailbox?.host ?? '',
      port: String(mailbox?.port ?? 22),
      username: mailbox?.username ?? '',
      host_key: '',
      password: '',
      private_key: '',
      outbox: mailbox?.outbox ?? 'remessa',
      inbox: mailbox?.inbox ?? 'retorno',
    }),
    { never: SECRETS },
  )
  const read = (): { input: Input } | { errors: Errors } => {
    const errors: Errors = {}
    for (const name of ['host', 'port', 'username', 'host_key', 'outbox', 'inbox'] as const) {
      if (!form[name].trim()) errors[name] = t('common.field_required')
    }
    const port = Number(form.port)
    if (!errors.port && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) {
      errors.port = t('common.out_of_range')
    }
    if (!form.password && !form.private_key.trim()) errors.password = t('common.field_required')
    if (Object.keys(errors).length) return { errors }
    return {
      input: {
        host: form.host.trim(),
        port,
        username: form.username.trim(),
        host_key: form.host_key.trim(),
        password: form.password || null,
        private_key: form.private_key.trim() ? form.private_key : null,
        outbox: form.outbox.trim(),
        inbox: form.inbox.trim(),
      },
    }
  }
  return (
    <CommandDialog<Input, PayoutMailbox>
      command="payouts:mailbox:set"
      title={t('payoutFiles.mailbox.set.title')}
      submit={t('payoutFiles.mailbox.set.submit')}
      subject={{ thing: processor.name }}
      fields={FIELDS}
      read={read}
      send={(input, header) => sendCommand('payouts:mailbox:set', { id: processor.id }, input, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('payoutFiles.mailbox.set.done'))
      }}
      onClose={onClose}
    >
      {(errors) => {
        const shared = (name: Name) => ({
          autoComplete: 'off',
          spellCheck: false,
          value: form[name],
          onChange: (event: { target: { value: string } }) =>
            setForm((now) => ({ ...now, [name]: event.target.value })),
        })
        const field = (name: Name, draw: (control: FieldControl) => ReactNode, hint = false) => (
          <Field
            label={t(`payoutFiles.mailbox.field.${name}`)}
            hint={hint && t(`payoutFiles.mailbox.field.${name}_hint`)}
            error={errors[name]}
            required={!(SECRETS as readonly string[]).includes(name)}
            optional={(SECRETS as readonly string[]).includes(name)}
          >
            {draw}
          </Field>
        )
        const text = (name: Name, maxLength: number) =>
          field(name, (control) => <TextInput {...control} {...shared(name)} maxLength={maxLength} />)
        return (
          <>
            <p>{t(`payoutFiles.mailbox.set.${mailbox ? 'text_change' : 'text'}`)}</p>
            {text('host', 253)}
            {field('port', (control) => (
              <TextInput {...control} {...shared('port')} inputMode="numeric" maxLength={5} />
            ))}
            {text('username', 100)}
            {field(
              'host_key',
              (control) => (
                <TextArea
                  {...control}
                  {...shared('host_key')}
                  maxLength={2_000}
                  placeholder="ssh-ed25519 AAAA…"
                />
              ),
              true,
            )}
            {field('password', (control) => (
              <PasswordInput
                {...control}
                {...shared('password')}
                autoComplete="new-password"
                maxLength={500}
              />
            ))}
            {field(
              'private_key',
              (control) => (
                <TextArea
                  {...control}
                  {...shared('private_key')}
                  maxLength={30_000}
                  placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
                />
              ),
              true,
            )}
            {text('outbox', 200)}
            {text('inbox', 200)}
          </>
        )
      }}
    </CommandDialog>
  )
}
