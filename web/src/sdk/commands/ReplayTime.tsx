import { useState } from 'react'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { useZone } from '../../app/zone'
import { addDays, dayOf, startOfDay } from '../../kit/calendar'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { DatePicker } from '../../kit/date/DatePicker'
import { Checkbox } from '../../ui/Checkbox'
import type { Steered } from '../sdk'
import styles from './WriteEndpoint.module.css'

const STATES = ['failed', 'held', 'delivered'] as const
type State = (typeof STATES)[number]

interface Input {
  since: string
  until: string
  states: State[]
}

/** Sends again what was told to an endpoint in some days. */
export default function ReplayTime({ endpoint, onClose }: CommandProps & { endpoint: Steered }) {
  const t = useT('common', 'kit', 'sdk')
  const zone = useZone()
  const [today] = useState(() => dayOf(new Date(), zone))
  const [first, setFirst] = useDraft<string | null>('first', addDays(today, -3))
  const [last, setLast] = useDraft<string | null>('last', today)
  const [states, setStates] = useDraft<readonly State[]>('states', ['failed', 'held'])
  return (
    <CommandDialog<Input, { count: number }>
      command="hooks:endpoint:replay"
      title={t('sdk.replay_time.title')}
      submit={t('sdk.replay_time.submit')}
      subject={{ thing: endpoint.url }}
      fields={['since', 'until', 'states']}
      read={() => {
        const errors: Errors = {}
        if (!first) errors.since = t('common.field_required')
        if (!last || (first && last < first)) errors.until = t('sdk.replay_time.order')
        if (!states.length) errors.states = t('common.field_required')
        if (!first || !last || Object.keys(errors).length) return { errors }
        return {
          input: {
            since: startOfDay(first, zone).toISOString(),
            until: startOfDay(addDays(last, 1), zone).toISOString(),
            states: STATES.filter((each) => states.includes(each)),
          },
        }
      }}
      send={(body, header) => sendCommand('hooks:endpoint:replay', { id: endpoint.id }, body, header)}
      onDone={({ count }) => {
        onClose()
        showAlert('success', t('sdk.replay_time.done', { count }))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('sdk.replay_time.text')}</p>
          <div className={styles.events}>
            <DatePicker
              label={t('sdk.replay_time.since')}
              value={first}
              max={today}
              error={errors.since}
              onChange={setFirst}
              required
            />
            <DatePicker
              label={t('sdk.replay_time.until')}
              value={last}
              max={today}
              error={errors.until}
              onChange={setLast}
              required
            />
          </div>
          <fieldset className={styles.thing}>
            <legend>{t('sdk.replay_time.states')}</legend>
            {STATES.map((state) => (
              <Checkbox
                key={state}
                label={t(`sdk.delivery_status.${state}`)}
                checked={states.includes(state)}
                onChange={(on) =>
                  setStates(on ? [...states, state] : states.filter((other) => other !== state))
                }
              />
            ))}
            {errors.states && (
              <p className={styles.error} role="alert">
                {errors.states}
              </p>
            )}
          </fieldset>
        </>
      )}
    </CommandDialog>
  )
}
