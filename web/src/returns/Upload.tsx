import { useLanguage, useT } from '../app/i18n'
import { showAlert } from '../app/state'
import { readAgain } from '../kit/command/subjects'
import { FileDrop } from '../kit/files/FileDrop'
import { formatNumber, formatTime } from '../kit/format'
import { filePath } from './file'
import { LARGEST, sendFile, type UploadBase } from './upload'

export interface UploadProps {
  base?: UploadBase
  /** Where a file opens. */
  pathOf?: (id: string) => string
  /** The Command whose lists show it. */
  command?: 'returns:file:apply' | 'payouts:return_file:apply' | 'conciliation:statement:apply'
  /** What the zone asks for, where it is no return file. */
  choose?: string
  hint?: string
  /** Endings of the files that may be chosen. */
  accept?: string
}

const previewOf = (id: string) => filePath('preview', id)

/** Where a file is dropped or chosen; it opens once it was read. */
export function Upload({
  base = '/v1/payin/return-files',
  pathOf = previewOf,
  command = 'returns:file:apply',
  choose,
  hint,
  accept = '.ret,.RET,.txt,.TXT,.rem,.crt,.dat',
}: UploadProps) {
  const t = useT('common', 'kit', 'returns')
  const language = useLanguage()
  return (
    <FileDrop
      choose={choose ?? t('returns.upload.choose')}
      reading={t('returns.upload.reading')}
      hint={hint ?? t('returns.upload.hint')}
      sending={(name) => t('returns.upload.sending', { name })}
      accept={accept}
      refused={({ size }) => {
        if (size === 0) return t('returns.upload.empty')
        if (size <= LARGEST) return null
        return t('returns.upload.too_large', { most: formatNumber(LARGEST / 1_000_000, language) })
      }}
      send={async (file, told) => {
        const { sent, again } = await sendFile(file, told, base)
        readAgain(command)
        if (again) {
          const at = formatTime(sent.created_at, language)
          showAlert('warning', t('returns.upload.again', { name: sent.name, by: sent.actor, at }))
        }
        return pathOf(sent.id)
      }}
    />
  )
}
