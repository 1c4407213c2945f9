import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { type Approval, type Decided } from '../approvals'
import styles from './form.module.css'
import { useDecided } from './useDecided'

/** Rejects a request, and says why. */
export default function Reject({ request, onClose }: CommandProps & { request: Approval }) {
  const t = useT('common', 'kit', 'approvals')
  return (
    <CommandForm<Decided>
      command="approvals:request:reject"
      ids={{ id: request.id }}
      title={t('approvals.reject.title')}
      submit={t('approvals.reject.submit')}
      subject={request.company_name}
      danger
      texts="approvals.reject"
      text={<p className={styles.text}>{t('approvals.reject.text')}</p>}
      onDone={useDecided(onClose)}
      onClose={onClose}
    />
  )
}
