import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { type Approval, type Decided } from '../approvals'
import styles from './form.module.css'
import { useDecided } from './useDecided'

/** Takes back what a person asked for themselves. */
export default function Cancel({ request, onClose }: CommandProps & { request: Approval }) {
  const t = useT('common', 'kit', 'approvals')
  return (
    <CommandForm<Decided>
      command="approvals:request:cancel"
      ids={{ id: request.id }}
      title={t('approvals.cancel.title')}
      submit={t('approvals.cancel.submit')}
      subject={request.company_name}
      danger
      texts="approvals.cancel"
      text={<p className={styles.text}>{t('approvals.cancel.text')}</p>}
      onDone={useDecided(onClose)}
      onClose={onClose}
    />
  )
}
