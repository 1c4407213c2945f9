import { useEffect, useRef } from 'react'
import { useT } from '../app/i18n'
import { browser } from '../app/leaving'
import { logout } from '../app/session'
import { Button } from '../ui/Button'
import DialogWindow from '../ui/DialogWindow'
import { Spinner } from '../ui/Spinner'
import { Failure } from './Failure'
import styles from './SensitiveModal.module.css'
import { RecoveryCodes } from './twoFactor/RecoveryCodes'
import { TwoFactorSetup } from './twoFactor/TwoFactorSetup'
import { useTwoFactor } from './twoFactor/useTwoFactor'

const never = () => undefined

/**
 * For a person who may do much and has no second factor: nothing but setting one up, and no way around it but to leave. The
 * page starts again when it is done, after the recovery codes were kept.
 */
export default function SensitiveModal() {
  const t = useT('common', 'preferences')
  const codesShown = useRef(false)
  const twoFactor = useTwoFactor(() => {
    if (!codesShown.current) browser.reload()
  })
  const { setup, codes, pending, failure, begin, dialog } = twoFactor
  codesShown.current = codes !== null

  const start = useRef<HTMLDivElement>(null)
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    begin()
  }, [begin])

  return (
    <>
      <DialogWindow
        size="sensitive"
        closable={false}
        onClose={never}
        initialFocus={start}
        title={t('preferences.sensitive.title')}
        description={t('preferences.sensitive.message')}
        footer={
          <Button variant="ghost" onClick={() => void logout()}>
            {t('preferences.sensitive.leave')}
          </Button>
        }
      >
        {/* The keyboard begins here and not at the way out. */}
        <div ref={start} tabIndex={-1} className={styles.start}>
          {codes ? (
            <RecoveryCodes codes={codes} onKept={() => browser.reload()} />
          ) : setup ? (
            <TwoFactorSetup twoFactor={twoFactor} />
          ) : pending ? (
            <div className={styles.waiting}>
              <Spinner size={24} label={t('common.loading')} />
            </div>
          ) : (
            <Failure failure={failure} onRetry={begin} />
          )}
        </div>
      </DialogWindow>
      {dialog}
    </>
  )
}
