import { useT } from '../../app/i18n'
import { refreshTables } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { StoredFile } from '../../kit/files/Files'

/** Takes a file away from a note that is not posted. */
export default function RemoveFile({
  note,
  file,
  onClose,
}: CommandProps & { note: string; file: StoredFile }) {
  const t = useT('common', 'kit', 'account')
  return (
    <CommandForm
      command="account:note:remove_file"
      ids={{ id: note, file: file.id }}
      title={t('account.files.remove_title')}
      submit={t('account.files.remove')}
      danger
      texts="account.files"
      text={<p>{t('account.files.remove_text', { name: file.name })}</p>}
      onDone={() => {
        onClose()
        refreshTables()
      }}
      onClose={onClose}
    />
  )
}
