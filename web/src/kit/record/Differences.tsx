import { useLanguage, useT } from '../../app/i18n'
import { MiniTable } from './MiniTable'
import { type Change, fieldOf, valueOf } from './trailWords'

/** Each field that is another than before. */
export function Differences({ changes }: { changes: readonly Change[] }) {
  const t = useT('audit')
  const language = useLanguage()
  return (
    <MiniTable
      label={t('audit.changes.title')}
      columns={[
        { key: 'field', title: t('audit.changes.field') },
        { key: 'before', title: t('audit.changes.before') },
        { key: 'after', title: t('audit.changes.after') },
      ]}
      rows={changes.map(({ field, before, after }) => ({
        key: field,
        cells: [fieldOf(t, field), valueOf(t, language, field, before), valueOf(t, language, field, after)],
      }))}
    />
  )
}
