import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { readAgain } from '../../kit/command/subjects'
import { FileDrop } from '../../kit/files/FileDrop'
import { formatNumber } from '../../kit/format'
import { batchPath, MAY_PAY } from './batch'
import { Columns } from './Columns'
import { sendFile } from './upload'

/** Bytes of a file. */
const LARGEST = 200_000_000

/** Where a file of payments is dropped or chosen, for one merchant; its batch opens, and is read there. */
export function Bring() {
  const t = useT('common', 'kit', 'payoutBatches')
  const language = useLanguage()
  const [mapping, setMapping] = useState('')
  const one = useStore(settings, ({ account }) => account !== null && account.id !== 'all')
  if (!one || !may(MAY_PAY)) return null
  return (
    <FileDrop
      choose={t('payoutBatches.upload.choose')}
      reading={t('payoutBatches.upload.reading')}
      hint={t('payoutBatches.upload.hint')}
      sending={(name) => t('payoutBatches.upload.sending', { name })}
      accept=".csv,.CSV,.txt,.TXT,.tsv,.xlsx,.XLSX,.json,.jsonl,.ndjson,.xml,.XML,.rem,.REM"
      refused={({ size }) => {
        if (size === 0) return t('payoutBatches.upload.empty')
        if (size <= LARGEST) return null
        return t('payoutBatches.upload.too_large', { most: formatNumber(LARGEST / 1_000_000, language) })
      }}
      send={async (file, told) => {
        const { id } = await sendFile(file, mapping || null, told)
        readAgain('payouts:payout_batch:finish')
        return batchPath(id)
      }}
    >
      <Columns value={mapping} onChange={setMapping} writes />
    </FileDrop>
  )
}
