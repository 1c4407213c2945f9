import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { wordOf } from '../rule'

export interface SetRuleProps extends CommandProps {
  merchant: number
  rule: string
  base: string
  /** It is to be off, which another person decides. */
  off: boolean
}

/** What one rule is for one merchant: stricter at once, or off once somebody else agrees. */
export default function SetRule({ merchant, rule, base, off, onClose }: SetRuleProps) {
  const t = useT('common', 'kit', 'merchantRules')
  const kinds = off ? ['off'] : base === 'share' ? ['review', 'block'] : ['block']
  return (
    <CommandForm
      command="compliance:merchant_rule:set"
      subject={{ thing: rule }}
      title={t(off ? 'merchantRules.off.title' : 'merchantRules.set.title')}
      submit={t(off ? 'merchantRules.off.submit' : 'merchantRules.set.submit')}
      texts={off ? 'merchantRules.off_fields' : 'merchantRules.fields'}
      text={<p>{t(off ? 'merchantRules.off.text' : 'merchantRules.set.text')}</p>}
      initial={{ merchant: String(merchant), rule, kind: kinds[0] ?? 'block' }}
      options={{
        merchant: [{ value: String(merchant), label: String(merchant) }],
        rule: [{ value: rule, label: rule }],
        kind: kinds.map((value) => ({ value, label: wordOf(t, 'action', value) })),
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
