import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import DialogWindow from '../../ui/DialogWindow'
import { useCopy } from '../CopyText'
import styles from './Secret.module.css'

/** A secret that was just made, and of what. `awaiting`: it works only once a second person has approved it. */
export interface SecretMade {
  name: string
  /** Null when the answer that carried it was lost on its way. */
  secret: string | null
  awaiting?: boolean
}

export interface SecretProps {
  made: SecretMade
  /** Before the names of its texts; whoever shows it has loaded them. */
  texts: string
  onClose: () => void
}

/** A secret, once: it cannot be closed before the person says that they keep it. */
export function Secret({ made, texts, onClose }: SecretProps) {
  const t = useT('common')
  const [kept, setKept] = useState(false)
  const { copied, copy } = useCopy()
  if (made.secret === null) return <Lost made={made} texts={texts} onClose={onClose} />
  const { secret } = made
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <DialogWindow
      title={t(`${texts}.title`)}
      description={made.name}
      closable={false}
      onClose={onClose}
      footer={
        <Button disabled={!kept} onClick={onClose}>
          {t(`${texts}.done`)}
        </Button>
      }
    >
      <Banner tone="atention" icon={<TriangleAlert {...icon} />}>
        {t(`${texts}.once`)}
      </Banner>
      {made.awaiting && <Banner tone="awaiting">{t(`${texts}.awaiting`)}</Banner>}
      <code className={styles.secret} translate="no">
        {secret}
      </code>
      <Button
        variant="secondary"
        icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
        onClick={() => copy(secret)}
      >
        {t(copied ? 'common.action.copied' : `${texts}.copy`)}
      </Button>
      <Checkbox label={t(`${texts}.kept`)} checked={kept} onChange={setKept} />
    </DialogWindow>
  )
}

/** The answer that carried it was lost on its way, and it is nowhere else. */
function Lost({ made, texts, onClose }: SecretProps) {
  const t = useT('common')
  return (
    <DialogWindow
      title={t(`${texts}.title`)}
      description={made.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
    >
      <Banner tone="atention">{t(`${texts}.lost`)}</Banner>
    </DialogWindow>
  )
}
