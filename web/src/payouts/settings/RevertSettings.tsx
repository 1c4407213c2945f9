import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { versionOf } from './ChangeSettings'
import { planWords, type Settings } from './settings'

/** Takes over the values of an earlier version. */
export default function RevertSettings({
  settings,
  to,
  onClose,
}: CommandProps & { settings: Settings; to: number }) {
  const t = useT('common', 'kit', 'payoutSettings')
  const language = useLanguage()
  return (
    <CommandForm
      command="payouts:settings:revert"
      ids={{ id: String(settings.company_id) }}
      title={t('payoutSettings.revert.title', { version: to })}
      submit={t('payoutSettings.revert.submit')}
      text={<p>{t('payoutSettings.change.text')}</p>}
      texts="payoutSettings.field"
      subject={settings.company_name}
      own={versionOf(
        settings,
        settings.versions.find((each) => each.version === to),
      )}
      initial={{ to: String(to) }}
      words={planWords(t, language)}
      onDone={() => {
        onClose()
        showAlert('success', t('payoutSettings.change.done'))
      }}
      onClose={onClose}
    />
  )
}
