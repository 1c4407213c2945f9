import { type Translate, useLanguage, useT, wordsOf } from '../../app/i18n'
import { factWords } from '../../kit/command/factWords'
import { DateTime } from '../../kit/DateTime'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { type Approval, wordOf } from '../approvals'
import { planWords, valueOf } from '../planWords'
import styles from './record.module.css'

const factOf = wordsOf('kit')

/** What each edit made of what was asked for, the latest first. */
export function Edits({ request: { edits, maker } }: { request: Approval }) {
  const t = useT('kit', 'approvals')
  return (
    <Card title={t('approvals.record.edits')}>
      {edits.toReversed().map((edit) => (
        <section key={edit.round} className={styles.edit}>
          <p className={styles.none}>
            <DateTime at={edit.at} year="always" /> · {maker}
          </p>
          <Differences t={t} edit={edit} />
        </section>
      ))}
    </Card>
  )
}

function Differences({ t, edit }: { t: Translate; edit: Approval['edits'][number] }) {
  const language = useLanguage()
  const words = planWords(t, language)
  const facts = edit.facts.map(({ field, before, after }) => {
    const said = (value: typeof before) =>
      value === null ? '—' : factWords(t, language, words, field, value)
    return { key: `fact ${field}`, cells: [factOf(t, 'fact', field), said(before), said(after)] }
  })
  const fields = edit.changes.map(({ field, before, after }) => ({
    key: field,
    cells: [
      wordOf(t, 'field', field),
      valueOf(t, language, field, before),
      valueOf(t, language, field, after),
    ],
  }))
  return (
    <MiniTable
      label={t('approvals.record.edits')}
      columns={[
        { key: 'field', title: t('approvals.record.field') },
        { key: 'before', title: t('approvals.record.before') },
        { key: 'after', title: t('approvals.record.after') },
      ]}
      rows={[...facts, ...fields]}
    />
  )
}
