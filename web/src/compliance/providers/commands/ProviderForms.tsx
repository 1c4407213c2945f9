import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../../kit/command/CommandForm'
import { Field } from '../../../ui/Field'
import { PasswordInput } from '../../../ui/PasswordInput'
import { FixedForm } from '../../FixedForm'
import { PORTS, type Provider, providerPath } from '../provider'

type Answered = components['schemas']['CheckProvider']

/** The secret, which no draft keeps. */
function useSecret(): OwnPart {
  const t = useT('common', 'checkProviders')
  const [secret, setSecret] = useState('')
  return {
    name: 'secret',
    fields: ['secret'],
    read: () => (secret ? { input: secret } : { errors: { secret: t('common.field_required') } }),
    draw: (_, errors) => (
      <Field
        label={t('checkProviders.field.secret')}
        hint={t('checkProviders.field.secret_hint')}
        error={errors.secret}
        required
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            maxLength={500}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
    ),
  }
}

/** Writes a provider of checks down. */
export function NewProvider({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'checkProviders')
  const navigate = useNavigate()
  return (
    <CommandForm<Answered>
      command="compliance:provider:create"
      title={t('checkProviders.create.title')}
      submit={t('checkProviders.create.submit')}
      subject={{ thing: t('checkProviders.create.subject') }}
      texts="checkProviders.field"
      text={<p>{t('checkProviders.create.text')}</p>}
      initial={{ port: 'registry', mode: 'sandbox' }}
      options={{
        port: PORTS.map((value) => ({ value, label: t(`checkProviders.port.${value}`) })),
        mode: (['sandbox', 'live'] as const).map((value) => ({
          value,
          label: t(`checkProviders.mode.${value}`),
        })),
      }}
      own={useSecret()}
      onClose={onClose}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('checkProviders.create.done'))
        void navigate({ to: providerPath(id) })
      }}
    />
  )
}

interface Given extends CommandProps {
  provider: Provider
}

/** Gives a provider another address and secret. */
export function RotateSecret({ provider, onClose }: Given) {
  const t = useT('common', 'kit', 'checkProviders')
  return (
    <CommandForm
      command="compliance:provider:rotate"
      ids={{ id: provider.id }}
      title={t('checkProviders.rotate.title')}
      submit={t('checkProviders.rotate.open')}
      subject={{ thing: provider.name }}
      texts="checkProviders.field"
      text={<p>{t('checkProviders.rotate.text')}</p>}
      initial={{ base_url: provider.base_url }}
      own={useSecret()}
      onClose={onClose}
      onDone={() => {
        onClose()
        showAlert('success', t('checkProviders.rotate.done'))
      }}
    />
  )
}

/** Changes name, order, quota and cost; the version is that of what a person saw. */
export function ChangeProvider({ provider, onClose }: Given) {
  const t = useT('common', 'kit', 'checkProviders')
  return (
    <FixedForm
      command="compliance:provider:change"
      ids={{ id: provider.id }}
      title={t('checkProviders.change.title')}
      submit={t('common.action.save')}
      subject={{ thing: provider.name }}
      texts="checkProviders.field"
      initial={{
        name: provider.name,
        priority: String(provider.priority),
        quota: provider.quota === null ? '' : String(provider.quota),
        cost: provider.cost.amount || null,
      }}
      fixed={{ name: 'version', value: provider.version }}
      done={t('checkProviders.change.done')}
      onClose={onClose}
    />
  )
}

/** Asks a provider about a test document. */
export function TestProvider({ provider, onClose }: Given) {
  const t = useT('common', 'kit', 'checkProviders')
  return (
    <CommandForm
      command="compliance:provider:test"
      ids={{ id: provider.id }}
      title={t('checkProviders.test.title')}
      submit={t('checkProviders.test.open')}
      subject={{ thing: provider.name }}
      texts="checkProviders.field"
      text={<p>{t('checkProviders.test.text')}</p>}
      onClose={onClose}
      onDone={() => {
        onClose()
        showAlert('success', t('checkProviders.test.done'))
      }}
    />
  )
}

/** Activates, pauses, resumes or retires a provider. */
export function DecideProvider({
  provider,
  decision,
  onClose,
}: Given & { decision: 'activate' | 'pause' | 'resume' | 'retire' }) {
  const t = useT('common', 'kit', 'checkProviders')
  return (
    <FixedForm
      command="compliance:provider:decide"
      ids={{ id: provider.id }}
      title={t(`checkProviders.decide.${decision}_title`, { name: provider.name })}
      submit={t(`checkProviders.decide.${decision}`)}
      subject={{ thing: provider.name }}
      texts="checkProviders.field"
      text={<p>{t(`checkProviders.decide.${decision}_text`)}</p>}
      danger={decision === 'retire'}
      fixed={{ name: 'decision', value: decision }}
      done={t(`checkProviders.decide.${decision}_done`)}
      onClose={onClose}
    />
  )
}
