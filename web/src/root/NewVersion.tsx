import { Sparkles } from 'lucide-react'
import { useAction } from '../app/action'
import { useT } from '../app/i18n'
import { upgrade } from '../app/version'
import styles from './NewVersion.module.css'
import notices from './Notices.module.css'

/** At the bottom left: the page is older than what the server has by now. */
export default function NewVersion() {
  const t = useT('common')
  const { run } = useAction()
  return (
    <div className={notices.chip}>
      <Sparkles size={18} strokeWidth={1.75} aria-hidden />
      <span>{t('common.version.text')}</span>
      <button type="button" className={styles.upgrade} onClick={() => void run(upgrade)}>
        {t('common.version.upgrade')}
      </button>
    </div>
  )
}
