import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import type { StoredFile } from '../../../kit/files/Files'
import { useRefresh } from '../../commands/useRefresh'

/** Takes a file away from a case that is not decided. */
export default function RemoveFile({ id, file, onClose }: CommandProps & { id: string; file: StoredFile }) {
  const t = useT('common', 'kit', 'med')
  const refresh = useRefresh(id)
  return (
    <CommandForm
      command="payin:med:remove_file"
      ids={{ id, file: file.id }}
      title={t('med.files.remove_title')}
      submit={t('med.files.remove')}
      danger
      texts="med.files"
      text={<p>{t('med.files.remove_text', { name: file.name })}</p>}
      onDone={() => {
        onClose()
        refresh()
      }}
      onClose={onClose}
    />
  )
}
