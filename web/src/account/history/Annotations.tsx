import { MessageSquarePlus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { Timeline } from '../../kit/record/Timeline'
import { Card } from '../../ui/Card'
import type { Transaction } from './entry'
import styles from './history.module.css'

const annotate = lazyDialog(() => import('./commands/Annotate'))
const MAY_ANNOTATE = ['statement::annotation:write']

/** What people wrote beside the transaction, the newest first. */
export function Annotations({ id, annotations }: Pick<Transaction, 'id' | 'annotations'>) {
  const t = useT('account')
  return (
    <Card
      title={t('account.annotate.card')}
      actions={
        <CommandButton
          dialog={annotate}
          given={{ id }}
          permissions={MAY_ANNOTATE}
          variant="ghost"
          size="small"
          icon={<MessageSquarePlus size={16} strokeWidth={1.75} />}
        >
          {t('account.annotate.open')}
        </CommandButton>
      }
    >
      {annotations.length === 0 && <p className={styles.after}>{t('account.annotate.none')}</p>}
      <Timeline
        items={annotations.toReversed().map(({ id: key, text, internal, created_by, created_at }) => ({
          key,
          at: created_at,
          title: <span className={styles.written}>{text}</span>,
          note: [created_by || t('account.annotate.provider'), internal && t('account.annotate.for_staff')]
            .filter(Boolean)
            .join(' · '),
          tone: internal ? 'atention' : 'neutral',
        }))}
      />
    </Card>
  )
}
