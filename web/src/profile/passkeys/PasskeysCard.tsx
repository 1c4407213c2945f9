import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../app/action'
import { type Answer, api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { passkeysWork } from '../../app/passkeys'
import { showAlert } from '../../app/state'
import { DateTime } from '../../kit/DateTime'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { warmDialog } from '../../ui/Dialog'
import { BlockBars } from '../../ui/Skeleton'
import styles from '../cards.module.css'
import { usePasswordGate } from '../confirm/gate'
import { Failure } from '../Failure'
import { PASSKEYS, refreshFactors } from '../keys'
import { AddPasskey } from './AddPasskey'

type Passkey = Answer<'/auth/passkeys', 'get'>[number]

/** The passkeys of the person: another second factor beside the codes. */
export function PasskeysCard() {
  const t = useT('common', 'preferences')
  const [adding, setAdding] = useState(false)
  const { pass, dialog } = usePasswordGate()
  const { pending, failure, run } = useAction()
  const list = useQuery({
    queryKey: PASSKEYS,
    queryFn: ({ signal }) => body(api.GET('/auth/passkeys', { signal })),
  })

  async function remove({ id, name }: Passkey) {
    const outcome = await run(() =>
      pass(() => body(api.DELETE('/auth/passkeys/{id}', { params: { path: { id } } }))),
    )
    if (!outcome?.value) return
    showAlert('success', t('preferences.passkeys.removed', { name }))
    await refreshFactors()
  }

  return (
    <Card
      flush
      title={t('preferences.passkeys.title')}
      actions={
        passkeysWork() && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('preferences.passkeys.add')}
            {...warmDialog}
            onClick={() => setAdding(true)}
          >
            {t('preferences.passkeys.add_short')}
          </Button>
        )
      }
    >
      <div className={styles.inside}>
        <p className={styles.text}>
          {t(passkeysWork() ? 'preferences.passkeys.text' : 'preferences.passkeys.unsupported')}
        </p>
        <Failure failure={failure} />
        <Failure failure={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <BlockBars blocks={1} height={44} />}
      </div>
      {list.data && list.data.length > 0 && (
        <ul className={styles.rows}>
          {list.data.map((passkey) => (
            <li key={passkey.id}>
              <KeyRound size={18} strokeWidth={1.75} aria-hidden />
              <div className={styles.words}>
                <p className={styles.name}>{passkey.name}</p>
                <p className={styles.detail}>
                  {t('preferences.passkeys.added')} <DateTime at={passkey.created_at} />
                  {' · '}
                  {passkey.last_used_at ? (
                    <>
                      {t('preferences.passkeys.used')} <DateTime at={passkey.last_used_at} />
                    </>
                  ) : (
                    t('preferences.passkeys.never_used')
                  )}
                </p>
              </div>
              <Button
                variant="secondary"
                size="small"
                disabled={pending}
                aria-label={t('preferences.passkeys.remove_named', { name: passkey.name })}
                onClick={() => void remove(passkey)}
              >
                {t('preferences.passkeys.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
      {dialog}
    </Card>
  )
}
