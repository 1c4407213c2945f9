import { useMemo } from 'react'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { wordOf } from '../rule'

const neededToSwitchOff = () => ['until']

export interface SetRuleProps extends CommandProps {
  merchant: number
  /** What the merchant is called. */
  name: string
  rule: string
  base: string
  /** It is to be off, which another person decides. */
  off: boolean
}

/** What one rule is for one merchant: stricter at once, or off once somebody else agrees. */
export default function SetRule({ merchant, name, rule, base, off, onClose }: SetRuleProps) {
  const t = useT('common', 'kit', 'merchantRules')
  const chooses = !off && base === 'share'
  const fixed = useMemo(
    () => ({
      merchant,
      rule,
      ...(!chooses && { kind: off ? 'off' : 'block' }),
      // A rule is off whatever the amount.
      ...(off && { least_amount: null }),
    }),
    [merchant, rule, chooses, off],
  )
  return (
    <CommandForm
      command="compliance:merchant_rule:set"
      subject={{ thing: `${rule} · ${name}` }}
      title={t(off ? 'merchantRules.off.title' : 'merchantRules.set.title')}
      submit={t(off ? 'merchantRules.off.submit' : 'merchantRules.set.submit')}
      texts={off ? 'merchantRules.off_fields' : 'merchantRules.fields'}
      text={<p>{t(off ? 'merchantRules.off.text' : 'merchantRules.set.text')}</p>}
      fixed={fixed}
      needed={off ? neededToSwitchOff : undefined}
      initial={chooses ? { kind: 'review' } : undefined}
      options={{
        kind: (['review', 'block'] as const).map((value) => ({ value, label: wordOf(t, 'action', value) })),
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
