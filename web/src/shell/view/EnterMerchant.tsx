import { useRef, useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { sendCommand } from '../../kit/command/send'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'

const SHORTEST = 3

interface EnterMerchantProps extends CommandProps {
  id: number
  name: string
  onEntered: () => void
}

/** Asks staff why they want to see a merchant's data; who, whom and why go on record. */
export default function EnterMerchant({ id, name, onEntered, onClose }: EnterMerchantProps) {
  const t = useT('common', 'kit', 'menu')
  const [reason, setReason] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <CommandDialog<{ company_id: number; reason: string }, unknown>
      command="staff:merchant:enter"
      title={t('menu.merchant.enter_title')}
      submit={t('menu.merchant.enter')}
      subject={name}
      fields={['reason']}
      initialFocus={input}
      read={() =>
        reason.trim().length >= SHORTEST
          ? { input: { company_id: id, reason: reason.trim() } }
          : { errors: { reason: t('menu.merchant.reason_short', { length: SHORTEST }) } }
      }
      send={(view, header) => sendCommand('staff:merchant:enter', {}, view, header)}
      onDone={onEntered}
      onClose={onClose}
    >
      {(errors) => (
        <Field
          label={t('menu.merchant.reason')}
          hint={t('menu.merchant.reason_hint')}
          error={errors.reason}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              maxLength={200}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
    </CommandDialog>
  )
}
