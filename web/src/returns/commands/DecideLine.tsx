import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatAmount, formatMoney, formatNumber } from '../../kit/format'
import type { LineRow } from '../file'

export type LineDecision = 'assign' | 'credit' | 'dismiss'

export interface DecideLineProps extends CommandProps {
  line: LineRow
  what: LineDecision
}

/** Says which charge a line has paid or whose deposit it is, or leaves it without effect and says why. Without a plan: it would tell of the balances
 * of the file's owner, and the money is a merchant's. */
export default function DecideLine({ line, what, onClose }: DecideLineProps) {
  const t = useT('common', 'kit', 'returns')
  const language = useLanguage()
  const charges = useCharges(line, what === 'assign')
  const { data: companies = [] } = useQuery({
    queryKey: ['companies'],
    enabled: what === 'credit',
    queryFn: ({ signal }) => body(api.GET('/rbac/companies', { signal })),
  })
  return (
    <CommandForm
      command={`returns:line:${what}`}
      ids={{ id: line.file_id ?? '', line: String(line.number ?? '') }}
      title={t(`returns.${what}.title`)}
      submit={t(`returns.${what}.submit`)}
      danger={what === 'dismiss'}
      texts={`returns.${what}`}
      text={
        <p>
          {t(`returns.${what}.text`, {
            line: formatNumber(line.number ?? 0, language),
            amount: line.paid ? formatAmount(line.paid, language) : '—',
          })}
        </p>
      }
      options={{
        merchant: companies
          .filter(({ id }) => id !== line.company_id)
          .map(({ id, name }) => ({ value: String(id), label: name })),
        charge: charges.map((charge) => ({
          value: charge.id ?? '',
          label: [
            charge.amount && formatMoney(charge.amount, language),
            charge.reference ?? charge.payer_name ?? charge.txid,
            charge.company_name,
          ]
            .filter(Boolean)
            .join(', '),
        })),
      }}
      onDone={() => {
        onClose()
        showAlert('success', t(`returns.${what}.done`))
      }}
      onClose={onClose}
    />
  )
}

/** Charges that this line may have paid: the one it was found to be about, and the open ones of the same amount first. */
function useCharges({ charge_id, paid }: LineRow, wanted: boolean) {
  const { data = [] } = useQuery({
    queryKey: ['list', 'line-charges', charge_id, paid?.amount],
    enabled: wanted,
    queryFn: async ({ signal }) => {
      const asked = (query: Record<string, unknown>) =>
        body(api.GET('/v1/payin/charges', { params: { query: query as never }, signal }))
      const [own, same, open] = await Promise.all([
        charge_id ? asked({ id: charge_id }) : [],
        paid ? asked({ status: 'pending', amount: paid.amount, per_page: 25 }) : [],
        asked({ status: 'pending', per_page: 25 }),
      ])
      return [...new Map([...own, ...same, ...open].map((charge) => [charge.id, charge])).values()]
    },
  })
  return data
}
