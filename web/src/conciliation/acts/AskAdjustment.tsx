import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { ResultOf } from '../../kit/command/send'
import { adjustmentPath, REASONS, wordOf } from '../conciliation'

export interface AskAdjustmentProps extends CommandProps {
  /** What it books. */
  exception?: { id: string; amount: { amount: number; currency: string }; day: string; description: string }
}

/** Asks for money to be credited to a merchant or taken from it; another person posts it. */
export default function AskAdjustment({ exception, onClose }: AskAdjustmentProps) {
  const t = useT('common', 'kit', 'conciliation')
  const navigate = useNavigate()
  return (
    <CommandForm<ResultOf<'statement:adjustment:ask'>>
      command="statement:adjustment:ask"
      title={t('conciliation.ask.title')}
      submit={t('conciliation.ask.submit')}
      subject={{ thing: exception?.description || t('conciliation.title.adjustments') }}
      texts="conciliation.ask"
      text={<p>{t(exception ? 'conciliation.ask.text_exception' : 'conciliation.ask.text')}</p>}
      initial={
        exception
          ? {
              type: exception.amount.amount < 0 ? 'debit' : 'credit',
              reason: 'conciliation',
              amount: Math.abs(exception.amount.amount),
              due_date: exception.day,
              description: exception.description.slice(0, 140),
            }
          : { type: 'credit', reason: 'goodwill' }
      }
      options={{
        type: ['credit', 'debit'].map((value) => ({ value, label: wordOf(t, 'type', value) })),
        reason: REASONS.map((value) => ({ value, label: wordOf(t, 'reason', value) })),
      }}
      own={{
        name: 'exception',
        fields: ['exception'],
        read: () => ({ input: exception?.id ?? null }),
        draw: () => null,
      }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: adjustmentPath(id) })
      }}
      onClose={onClose}
    />
  )
}
