import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import formStyles from '../../commands/form.module.css'
import { planWords, type RecipientRecord, refresh } from '../recipient'

/** Suspends a recipient, or lets it take part again. */
export default function SteerRecipient({
  recipient: { id, name, status },
  onClose,
}: CommandProps & { recipient: Pick<RecipientRecord, 'id' | 'name' | 'status'> }) {
  const t = useT('common', 'kit', 'recipients')
  const language = useLanguage()
  const what = status === 'active' ? 'suspend' : 'reactivate'
  return (
    <CommandForm
      command={`payin:recipient:${what}`}
      ids={{ id }}
      title={t(`recipients.${what}.title`, { name })}
      submit={t(`recipients.${what}.submit`)}
      danger={what === 'suspend'}
      texts="recipients.steer"
      text={<p className={formStyles.text}>{t(`recipients.${what}.text`)}</p>}
      words={planWords(t, language, name)}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
