import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../app/i18n'
import { useCopy } from '../../kit/CopyText'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { useFocusHere } from '../useFocusHere'
import { download } from './download'
import styles from './RecoveryCodes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** New recovery codes, the only time that they are seen: to be copied or saved before going on. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useT('common', 'preferences')
  const [kept, setKept] = useState(false)
  const { copied, copy } = useCopy()
  const text = codes.join('\n')
  const place = useFocusHere<HTMLElement>()
  return (
    <section ref={place} tabIndex={-1} className={styles.box} aria-label={t('preferences.recovery.title')}>
      <Banner tone="awaiting">{t('preferences.recovery.once')}</Banner>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
          onClick={() => copy(text)}
        >
          {t(copied ? 'common.action.copied' : 'common.action.copy')}
        </Button>
        <Button
          variant="secondary"
          icon={<Download {...icon} />}
          onClick={() => download('retaguarda-recovery-codes.txt', `${text}\n`)}
        >
          {t('preferences.recovery.download')}
        </Button>
      </div>
      <div className={styles.end}>
        <Checkbox label={t('preferences.recovery.kept')} checked={kept} onChange={setKept} />
        <Button disabled={!kept} onClick={onKept}>
          {t('preferences.recovery.done')}
        </Button>
      </div>
    </section>
  )
}
