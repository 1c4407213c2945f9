import { FileSpreadsheet, FileText } from 'lucide-react'
import { answer, api } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { DownloadButton } from '../kit/export/DownloadButton'

const ICON = { size: 18, strokeWidth: 1.75 }
const FORMATS = ['pdf', 'csv'] as const

/** The document of what was closed, to print or for a spreadsheet, in the person's language. */
export function Bordereau({ of, id }: { of: 'closings' | 'operations'; id: string }) {
  const t = useT('exchange')
  const locale = useLanguage()
  return FORMATS.map((format) => (
    <DownloadButton
      key={format}
      get={() =>
        answer(
          api.GET(`/v1/exchange/${of}/{id}/bordereau`, {
            params: { path: { id }, query: { format, locale } },
            parseAs: 'blob',
          }),
        )
      }
      variant="secondary"
      icon={format === 'pdf' ? <FileText {...ICON} /> : <FileSpreadsheet {...ICON} />}
    >
      {t(`exchange.bordereau.${format}`)}
    </DownloadButton>
  ))
}
