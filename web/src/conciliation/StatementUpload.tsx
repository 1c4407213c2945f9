import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { Upload } from '../returns/Upload'
import { FILES_BASE, filePath, MAY_WRITE } from './conciliation'

/** Where a statement is dropped; whatever its name, its content says which format it has. */
export function StatementUpload() {
  const t = useT('conciliation')
  if (!may(MAY_WRITE)) return null
  return (
    <Upload
      base={FILES_BASE}
      pathOf={filePath}
      command="conciliation:statement:apply"
      choose={t('conciliation.upload.choose')}
      hint={t('conciliation.upload.hint')}
      accept=".ofx,.OFX,.xml,.XML,.sta,.STA,.mt940,.ret,.RET,.txt,.TXT,.csv,.CSV"
    />
  )
}
