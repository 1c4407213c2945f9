import { useState } from 'react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { refresh } from '../refresh'
import type { EndpointMade, Steered } from '../sdk'

/** Minutes for which the old secret still signs too. */
const GRACES = [0, 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60] as const

/** Gives an endpoint another secret; for a while both sign, so that nothing is missed. */
export default function RotateSecret({ endpoint, onClose }: CommandProps & { endpoint: Steered }) {
  const t = useT('common', 'kit', 'sdk')
  const [grace, setGrace] = useState<number>(24 * 60)
  const [made, setMade] = useState<SecretMade | null>(null)
  if (made) return <Secret made={made} texts="sdk.secret" onClose={onClose} />
  return (
    <CommandDialog<{ grace_minutes: number }, EndpointMade>
      title={t('sdk.rotate.title')}
      submit={t('sdk.rotate.submit')}
      subject={endpoint.url}
      fields={['grace_minutes']}
      read={() => ({ input: { grace_minutes: grace } })}
      send={(input, header) =>
        answer(
          api.POST('/v1/payin/webhooks/{id}/rotate', {
            params: { path: { id: endpoint.id }, header },
            body: input,
          }),
        )
      }
      onDone={({ url, secret }) => {
        refresh()
        setMade({ name: url, secret })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('sdk.rotate.text')}</p>
          <Field label={t('sdk.rotate.grace')} error={errors.grace_minutes}>
            {(control) => (
              <Select
                id={control.id}
                options={GRACES.map((minutes) => ({
                  value: String(minutes),
                  label: t(`sdk.grace.${minutes}`),
                }))}
                value={String(grace)}
                onChange={(minutes) => setGrace(Number(minutes))}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
