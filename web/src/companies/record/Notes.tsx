import { Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { Timeline } from '../../kit/record/Timeline'
import { Card } from '../../ui/Card'
import { type CompanyRecord, MAY_WRITE } from '../companies'
import styles from './record.module.css'

const note = lazyDialog(() => import('../commands/AddNote'))

/** What the provider's own people tell each other of it. */
export function Notes({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  return (
    <Card
      title={t('companies.card.notes')}
      actions={
        <CommandButton
          dialog={note}
          given={{ company }}
          permissions={MAY_WRITE}
          anyMerchant
          size="small"
          variant="secondary"
          icon={<Plus size={18} strokeWidth={1.75} />}
        >
          {t('companies.note.open')}
        </CommandButton>
      }
    >
      {company.notes.length === 0 && <p className={styles.quiet}>{t('companies.none.notes')}</p>}
      <Timeline
        items={company.notes.map(({ id, text, created_by, created_at }) => ({
          key: id,
          at: created_at,
          title: <span className={styles.note}>{text}</span>,
          note: created_by,
        }))}
      />
    </Card>
  )
}
