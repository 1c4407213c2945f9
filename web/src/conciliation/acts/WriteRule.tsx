import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { optionsOf, type Rule, rulePath, wordOf } from '../conciliation'

export interface WriteRuleProps extends CommandProps {
  /** What the form begins with: the version before, or what was learned. */
  from?: Partial<
    Pick<Rule, 'rung' | 'name' | 'position' | 'days' | 'cause' | 'pattern' | 'shape' | 'expected'>
  > & {
    account?: string
    tolerance?: number
    replaces?: string
  }
}

/** Writes a rule, or its next version; another person lets it work. */
export default function WriteRule({ from, onClose }: WriteRuleProps) {
  const t = useT('common', 'kit', 'conciliation')
  const navigate = useNavigate()
  const accounts = useQuery({
    queryKey: ['conciliation', 'open_accounts'],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/conciliation/house-accounts', {
          params: { query: { state: 'open', per_page: 100 } },
          signal,
        }),
      ),
  })
  const { replaces, ...given } = from ?? {}
  return (
    <CommandForm<{ id: string }>
      command="conciliation:rule:write"
      title={t('conciliation.write_rule.title')}
      submit={t('conciliation.write_rule.submit')}
      texts="conciliation.write_rule"
      text={<p>{t('conciliation.write_rule.text')}</p>}
      initial={{ account: '', rung: 'tolerance', cause: 'rounding', position: 10, ...given }}
      minor={({ account }) => ({
        tolerance: accounts.data?.find(({ id }) => id === account)?.currency ?? 'BRL',
      })}
      options={{
        account: [
          { value: '', label: t('conciliation.rule.none') },
          ...(accounts.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id })),
        ],
        rung: optionsOf('rule_rung', ['tolerance', 'learned']).map(({ value }) => ({
          value,
          label: wordOf(t, 'rule_rung', value),
        })),
        cause: [
          { value: '', label: t('conciliation.rule.none') },
          ...['rounding', 'exchange', 'accepted'].map((value) => ({
            value,
            label: wordOf(t, 'difference', value),
          })),
        ],
      }}
      own={{
        name: 'replaces',
        fields: ['replaces'],
        read: () => ({ input: replaces ?? null }),
        draw: () => null,
      }}
      onDone={({ id }) => {
        onClose()
        if (id) void navigate({ to: rulePath(id) })
      }}
      onClose={onClose}
    />
  )
}
