import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { ResultOf } from '../../kit/command/send'

/** Matches what is open by the ladder of rules. */
export default function RunLadder({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'conciliation')
  return (
    <CommandForm<ResultOf<'conciliation:run:commit'>>
      command="conciliation:run:commit"
      title={t('conciliation.run.title')}
      submit={t('conciliation.run.submit')}
      subject={{ thing: t('conciliation.title.lines') }}
      texts="conciliation.run"
      text={<p>{t('conciliation.run.text')}</p>}
      own={{ name: 'account', fields: [], read: () => ({ input: null }), draw: () => null }}
      onDone={({ rungs, exceptions }) => {
        onClose()
        const matched = rungs.reduce((sum, made) => sum + made, 0)
        showAlert('success', t('conciliation.run.done', { matched, exceptions }))
      }}
      onClose={onClose}
    />
  )
}
