import { useState } from 'react'
import { config } from '../../app/config'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { type EndpointMade, EVENTS, type EventType, eventWord, type Steered, THINGS } from '../sdk'
import styles from './WriteEndpoint.module.css'

interface Input {
  url: string
  events: EventType[]
  description: string | null
}

const FIELDS = ['url', 'events', 'description']

/** Where a merchant wants to be told, and of what: a new endpoint with its secret, or another shape of one that is there. */
export default function WriteEndpoint({ endpoint, onClose }: CommandProps & { endpoint?: Steered }) {
  const t = useT('common', 'kit', 'sdk')
  const [url, setUrl] = useDraft('url', endpoint?.url ?? '')
  const [description, setDescription] = useDraft('description', endpoint?.description ?? '')
  const [events, setEvents] = useDraft<readonly string[]>(
    'events',
    endpoint?.events ?? ['charge.paid', 'refund.settled'],
  )
  const [made, setMade] = useState<SecretMade | null>(null)
  if (made) return <Secret made={made} texts="sdk.secret" onClose={onClose} />
  const words = endpoint ? 'change' : 'create'
  return (
    <CommandDialog<Input, EndpointMade>
      command={endpoint ? 'hooks:endpoint:change' : 'hooks:endpoint:create'}
      title={t(`sdk.${words}.title`)}
      submit={t(`sdk.${words}.submit`)}
      fields={FIELDS}
      read={() => {
        const input = {
          url: url.trim(),
          events: EVENTS.filter((each) => events.includes(each)),
          description: description.trim() || null,
        }
        const errors: Errors = {}
        if (!input.url) errors.url = t('common.field_required')
        if (!input.events.length) errors.events = t('sdk.field.no_event')
        return Object.keys(errors).length ? { errors } : { input }
      }}
      send={async (body, header) => {
        if (!endpoint) return sendCommand('hooks:endpoint:create', {}, body, header)
        const said = await sendCommand('hooks:endpoint:change', { id: endpoint.id }, body, header)
        // Without a secret: that stays.
        return { ...said, data: { ...said.data, secret: null } }
      }}
      onDone={(done) => {
        if (!endpoint) return setMade({ name: done.url, secret: done.secret })
        onClose()
        return showAlert('success', t('sdk.change.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field
            label={t('sdk.field.url')}
            hint={t(
              config().environment === 'development'
                ? 'sdk.field.url_hint_development'
                : 'sdk.field.url_hint',
            )}
            error={errors.url}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                type="url"
                maxLength={500}
                autoComplete="off"
                spellCheck={false}
                placeholder="https://"
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('sdk.field.description')} error={errors.description}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={120}
                autoComplete="off"
                value={description}
                onChange={(event) => setDescription(event.target.value)}
              />
            )}
          </Field>
          <Events chosen={events} error={errors.events} onChange={setEvents} />
        </>
      )}
    </CommandDialog>
  )
}

interface EventsProps {
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** Of what is told, thing by thing. */
function Events({ chosen, error, onChange }: EventsProps) {
  const t = useT('sdk')
  return (
    <div className={styles.events}>
      {THINGS.map((thing) => (
        <fieldset key={thing} className={styles.thing}>
          <legend>{t(`sdk.thing.${thing}`)}</legend>
          {EVENTS.filter((each) => each.startsWith(`${thing}.`)).map((each) => (
            <Checkbox
              key={each}
              label={eventWord(t, each)}
              checked={chosen.includes(each)}
              aria-invalid={error ? true : undefined}
              onChange={(on) => onChange(on ? [...chosen, each] : chosen.filter((other) => other !== each))}
            />
          ))}
        </fieldset>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
