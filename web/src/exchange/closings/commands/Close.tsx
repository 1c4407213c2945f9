import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import type { Closing } from '../../exchange'

/** Closes what somebody else agreed, exactly as it was read: a change since then voids the plan. */
export default function Close({ closing, onClose }: CommandProps & { closing: Closing }) {
  const t = useT('common', 'kit', 'exchange')
  return (
    <CommandForm
      command="exchange:closing:close"
      ids={{ id: closing.id }}
      title={t('exchange.close.title', { reference: closing.reference })}
      submit={t('exchange.close.submit')}
      subject={{ thing: closing.reference }}
      texts="exchange.field"
      text={<p>{t('exchange.close.text', { plan: closing.plan.slice(0, 12) })}</p>}
      own={{ name: 'plan', fields: ['plan'], read: () => ({ input: closing.plan }), draw: () => null }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
