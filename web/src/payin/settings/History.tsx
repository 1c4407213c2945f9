import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { type Settings, settingsWords } from './settings'

/** Who changed what, the newest first. */
export function History({ changes }: { changes: Settings['history'] }) {
  const t = useT('payinSettings')
  const words = settingsWords(t, useLanguage())
  if (!changes.length) return null
  return (
    <Card title={t('payinSettings.history')} flush>
      <MiniTable
        label={t('payinSettings.history')}
        columns={[
          { key: 'at', title: t('payinSettings.column.at') },
          { key: 'by', title: t('payinSettings.column.by') },
          { key: 'field', title: t('payinSettings.column.field') },
          { key: 'change', title: t('payinSettings.column.change') },
        ]}
        rows={changes.flatMap(({ at, by, changes: changed }) =>
          changed.map(({ field, before, after }) => ({
            key: `${at} ${field}`,
            cells: [
              <DateTime key="at" at={at} />,
              by,
              words.field(field),
              `${words.value(field, before)} → ${words.value(field, after)}`,
            ],
          })),
        )}
      />
    </Card>
  )
}
