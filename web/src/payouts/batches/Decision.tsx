import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { showAlert } from '../../app/state'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { readAgain } from '../../kit/command/subjects'
import { formatNumber } from '../../kit/format'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { type BatchRecord, MAY_PAY } from './batch'
import styles from './Record.module.css'

const submit = lazyDialog(() => import('./commands/Submit'))

/** What leaves, what is signed, and the one button; one that may not be pressed yet says what is missing. */
export function Decision({ batch }: { batch: BatchRecord }) {
  const t = useT('common', 'kit', 'payoutBatches')
  const language = useLanguage()
  const bad = formatNumber(batch.bad, language)
  const stuck = batch.choice === 'all' && batch.bad > 0
  const choose = useMutation({
    mutationFn: (choice: 'all' | 'good') =>
      body(
        api.POST('/v1/payouts/batches/{id}/choice', {
          params: { path: { id: batch.id } },
          body: { choice },
        }),
      ),
    onSuccess: () => readAgain('payouts:payout_batch:choose'),
    onError: (error) => showAlert('error', linesOf(t, error).join(' ')),
  })
  return (
    <Card title={t('payoutBatches.choice.title')}>
      <div className={styles.choices}>
        {batch.bad > 0 &&
          (['all', 'good'] as const).map((choice) => (
            <div key={choice}>
              <Button
                size="small"
                variant={batch.choice === choice ? 'primary' : 'secondary'}
                aria-pressed={batch.choice === choice}
                disabled={!may(MAY_PAY)}
                onClick={() => choose.mutate(choice)}
              >
                {t(`payoutBatches.choice.${choice}`)}
              </Button>
              <span className={styles.under}>{t(`payoutBatches.choice.${choice}_text`, { bad })}</span>
            </div>
          ))}
        <div>
          <strong>{t('payoutBatches.record.sealed')}</strong>{' '}
          <code className={styles.hash}>{batch.root?.slice(0, 12) ?? '—'}</code>
          <span className={styles.under}>{t('payoutBatches.record.sealed_text')}</span>
        </div>
        {stuck && <span className={styles.strange}>{t('payoutBatches.submit.bad_first', { bad })}</span>}
        <CommandButton
          dialog={submit}
          given={{ batch }}
          permissions={MAY_PAY}
          disabled={stuck || batch.good === 0 || batch.waits_for !== null}
          icon={<Send size={18} strokeWidth={1.75} />}
        >
          {t('payoutBatches.submit.open')}
        </CommandButton>
      </div>
    </Card>
  )
}
