import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import type { CommandName } from '../../kit/command/schema'
import { formatMoney } from '../../kit/format'
import { KINDS } from '../charge'
import { type LocationRecord, locationPath, wordOf } from './location'

const COMMANDS = {
  create: 'payin:location:create',
  link: 'payin:location:link',
  unlink: 'payin:location:unlink',
} as const satisfies Record<string, CommandName>

interface Given extends CommandProps {
  what: keyof typeof COMMANDS
  /** Of which location; none yet when one is made. */
  id?: string
  /** Of the charges that can stand there. */
  kind?: string
}

/** Asks for a location, puts a charge there, or takes it away. */
export default function ActDialog({ what, id = '', kind, onClose }: Given) {
  const t = useT('common', 'kit', 'payin', 'locations')
  const language = useLanguage()
  const navigate = useNavigate()
  const charges = useOpenCharges(what === 'link' ? kind : undefined)
  return (
    <CommandForm<Pick<LocationRecord, 'id'>>
      command={COMMANDS[what]}
      ids={{ id }}
      title={t(`locations.${what}.title`)}
      submit={t(`locations.${what}.submit`)}
      danger={what === 'unlink'}
      texts={`locations.${what}`}
      text={<p>{t(`locations.${what}.text`)}</p>}
      options={{
        kind: KINDS.slice(0, 2).map(({ value, label }) => ({ value, label: t(label) })),
        charge: charges.map((charge) => ({
          value: charge.id,
          label: [charge.amount && formatMoney(charge.amount, language), charge.payer_name ?? charge.txid]
            .filter(Boolean)
            .join(', '),
        })),
      }}
      words={{
        field: (name) => (name === 'status' ? t('payin.column.status') : null),
        value: (_, value) => (typeof value === 'string' ? wordOf(t, 'status', value) : '—'),
      }}
      onDone={({ id: done }) => {
        onClose()
        if (what === 'create') void navigate({ to: locationPath(done) })
      }}
      onClose={onClose}
    />
  )
}

/** The newest charges of a kind that can still be paid; none without a kind. */
function useOpenCharges(kind: string | undefined) {
  const { data = [] } = useQuery({
    queryKey: ['list', 'location-charges', kind],
    enabled: kind !== undefined,
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payin/charges', {
          params: { query: { status: 'pending', kind, per_page: 50 } },
          signal,
        }),
      ),
  })
  return data
}
