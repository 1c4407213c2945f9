import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { entryPath, KINDS, optionsOf, planWords, termOptions } from '../block'

/** Puts a value on the block list. */
export default function AddEntry({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'blockList')
  const navigate = useNavigate()
  return (
    <CommandForm<components['schemas']['BlockEntry']>
      command="compliance:block_entry:create"
      subject={{ thing: t('blockList.title') }}
      title={t('blockList.add.title')}
      submit={t('blockList.add.submit')}
      texts="blockList.fields"
      text={<p>{t('blockList.add.text')}</p>}
      initial={{ kind: 'pix_key', lane: 'fraud', effect: 'refuse', direction: 'both', cause: 'fraud_report' }}
      options={{ ...termOptions(t), kind: optionsOf(t, 'kind', KINDS) }}
      words={planWords(t)}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: entryPath(id) })
      }}
      onClose={onClose}
    />
  )
}
