import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { refresh } from '../refresh'
import type { Rules } from '../rules'

/** Agrees to a version, puts it into force, or drops a draft. */
export default function Act({
  rules,
  what,
  onClose,
}: CommandProps & { rules: Rules; what: 'approve' | 'activate' | 'discard' }) {
  const t = useT('common', 'kit', 'pixRules')
  return (
    <CommandForm
      command={`payin:rules:${what}`}
      ids={{ id: rules.id }}
      title={t(`pixRules.${what}.title`)}
      submit={t(`pixRules.${what}.open`)}
      danger={what === 'discard'}
      subject={{ thing: `${rules.number} · ${rules.name}` }}
      texts={`pixRules.${what}`}
      text={<p>{t(`pixRules.${what}.text`)}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t(`pixRules.${what}.done`))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
