import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { GraceField, USUAL_GRACE } from '../../kit/secret/GraceField'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import type { KeyRow } from '../contract'
import { grantErrors } from '../grantErrors'
import styles from '../parts/form.module.css'
import { pendingSecret } from './pendingSecret'

/** Gives a key another secret; the one before goes on for a while, so that nothing stands still. */
export default function RotateKey({ record, onClose }: CommandProps & { record: KeyRow }) {
  const t = useT('common', 'kit', 'access')
  const [grace, setGrace] = useDraft('grace', USUAL_GRACE)
  const [made, setMade] = useState<SecretMade | null>(null)
  if (made) return <Secret made={made} texts="access.secret" onClose={onClose} />
  return (
    <CommandDialog
      command="access:key:rotate"
      title={t('access.rotate.title')}
      submit={t('access.rotate.submit')}
      subject={{ thing: record.name }}
      fields={['grace_minutes']}
      read={() => ({ input: { grace_minutes: grace } })}
      send={async (input, header) => {
        const answered = await grantErrors(
          t,
          sendCommand('access:key:rotate', { id: record.id }, input, header),
        )
        setMade(pendingSecret(record.name, answered))
        return answered
      }}
      onDone={(key) => {
        setMade(key)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('access.rotate.text')}</p>
          <GraceField
            label={t('access.rotate.grace')}
            texts="access.grace"
            minutes={grace}
            error={errors.grace_minutes}
            onChange={setGrace}
          />
        </>
      )}
    </CommandDialog>
  )
}
