import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../app/i18n'
import { useCopy } from '../../kit/CopyText'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import DialogWindow from '../../ui/DialogWindow'
import type { SecretMade } from './held'
import styles from './Secret.module.css'

/** The secret of a key, once: it cannot be closed before the person says that they keep it. */
export function Secret({ made, onClose }: { made: SecretMade; onClose: () => void }) {
  const t = useT('common', 'access')
  const [kept, setKept] = useState(false)
  const { copied, copy } = useCopy()
  if (made.secret === null) return <Lost made={made} onClose={onClose} />
  const { secret } = made
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <DialogWindow
      title={t('access.secret.title')}
      description={made.name}
      closable={false}
      onClose={onClose}
      footer={
        <Button disabled={!kept} onClick={onClose}>
          {t('access.secret.done')}
        </Button>
      }
    >
      <Banner tone="atention" icon={<TriangleAlert {...icon} />}>
        {t('access.secret.once')}
      </Banner>
      {made.awaiting && <Banner tone="awaiting">{t('access.secret.awaiting')}</Banner>}
      <code className={styles.secret} translate="no">
        {secret}
      </code>
      <Button
        variant="secondary"
        icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
        onClick={() => copy(secret)}
      >
        {t(copied ? 'common.action.copied' : 'access.secret.copy')}
      </Button>
      <Checkbox label={t('access.secret.kept')} checked={kept} onChange={setKept} />
    </DialogWindow>
  )
}

/** The answer that carried it was lost on its way, and it is nowhere else. */
function Lost({ made, onClose }: { made: SecretMade; onClose: () => void }) {
  const t = useT('common', 'access')
  return (
    <DialogWindow
      title={t('access.secret.title')}
      description={made.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
    >
      <Banner tone="atention">{t('access.secret.lost')}</Banner>
    </DialogWindow>
  )
}
