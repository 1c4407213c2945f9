import { useT } from '../../../app/i18n'
import { readAgain } from '../../../kit/command/subjects'
import { FileDrop } from '../../../kit/files/FileDrop'
import { importPath } from './import'
import { LARGEST, sendTable } from './upload'

/** Where a table is dropped or chosen; it opens once it was sent. */
export function Upload() {
  const t = useT('payees')
  return (
    <FileDrop
      choose={t('payees.imports.upload.choose')}
      reading={t('payees.imports.upload.reading')}
      hint={t('payees.imports.upload.hint')}
      sending={(name) => t('payees.imports.upload.sending', { name })}
      accept=".csv,.CSV,.txt,.TXT,.tsv"
      refused={({ size }) => {
        if (size === 0) return t('payees.imports.upload.empty')
        return size > LARGEST ? t('payees.imports.upload.too_large') : null
      }}
      send={async (file, told) => {
        const sent = await sendTable(file, told)
        readAgain('payouts:import:finish')
        return importPath(sent)
      }}
    />
  )
}
