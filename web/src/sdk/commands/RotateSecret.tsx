import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { GraceField, USUAL_GRACE } from '../../kit/secret/GraceField'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import type { EndpointMade, Steered } from '../sdk'

/** Gives an endpoint another secret; for a while both sign, so that nothing is missed. */
export default function RotateSecret({ endpoint, onClose }: CommandProps & { endpoint: Steered }) {
  const t = useT('common', 'kit', 'sdk')
  const [grace, setGrace] = useDraft('grace', USUAL_GRACE)
  const [made, setMade] = useState<SecretMade | null>(null)
  if (made) return <Secret made={made} texts="sdk.secret" onClose={onClose} />
  return (
    <CommandDialog<{ grace_minutes: number }, EndpointMade>
      command="hooks:endpoint:rotate"
      title={t('sdk.rotate.title')}
      submit={t('sdk.rotate.submit')}
      subject={{ thing: endpoint.url }}
      fields={['grace_minutes']}
      read={() => ({ input: { grace_minutes: grace } })}
      send={(input, header) => sendCommand('hooks:endpoint:rotate', { id: endpoint.id }, input, header)}
      onDone={({ url, secret }) => {
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
