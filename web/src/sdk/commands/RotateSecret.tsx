import { useState } from 'react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { GraceField, USUAL_GRACE } from '../../kit/secret/GraceField'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import { refresh } from '../refresh'
import type { EndpointMade, Steered } from '../sdk'

/** Gives an endpoint another secret; for a while both sign, so that nothing is missed. */
export default function RotateSecret({ endpoint, onClose }: CommandProps & { endpoint: Steered }) {
  const t = useT('common', 'kit', 'sdk')
  const [grace, setGrace] = useDraft('grace', USUAL_GRACE)
  const [made, setMade] = useState<SecretMade | null>(null)
  if (made) return <Secret made={made} texts="sdk.secret" onClose={onClose} />
  return (
    <CommandDialog<{ grace_minutes: number }, EndpointMade>
      title={t('sdk.rotate.title')}
      submit={t('sdk.rotate.submit')}
      subject={{ thing: endpoint.url }}
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
          <GraceField
            label={t('sdk.rotate.grace')}
            texts="sdk.grace"
            minutes={grace}
            error={errors.grace_minutes}
            onChange={setGrace}
          />
        </>
      )}
    </CommandDialog>
  )
}
