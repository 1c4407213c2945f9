import { useT } from '../../app/i18n'
import { Facts } from '../../kit/record/Facts'
import { wordOf } from '../file'
import styles from './Lens.module.css'
import { hexOf, type Segment } from './segments'

/** The stretch that is looked at: what it is, where, how it is read, and its bytes. */
export function FieldFacts({ record, segment }: { record: string; segment: Segment | null }) {
  const t = useT('returns')
  if (!segment) return null
  const { field, start, text } = segment
  return (
    <div className={styles.facts}>
      <Facts
        facts={[
          {
            label: t('returns.lens.name'),
            value: field ? wordOf(t, 'field', field.name) : t('returns.lens.between'),
          },
          { label: t('returns.lens.record'), value: record },
          {
            label: t('returns.lens.columns'),
            value: t('returns.lens.from_to', {
              from: start + 1,
              to: start + text.length,
              length: text.length,
            }),
          },
          { label: t('returns.lens.kind'), value: field && wordOf(t, 'kind', field.kind) },
          { label: t('returns.lens.value'), value: field?.value ?? null },
          {
            label: t('returns.lens.hex'),
            value: <code className={styles.hex}>{hexOf(text)}</code>,
            wide: true,
          },
        ]}
      />
    </div>
  )
}
