import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { documentProblem, plainDocument } from '../../kit/documents'
import { formatMoney } from '../../kit/format'
import { useSplit } from '../../payin/split/useSplit'
import { JOURNEYS, PERIODICITIES, POLICIES, type RecurrenceRecord, recurrencePath } from '../pix'

/** Who, how much and how often; the rest has its usual. */
const LEAD = ['payer.name', 'payer.document', 'amount', 'periodicity', 'starts_on', 'contract']

/** Asks a payer to agree to charges that repeat. */
export default function NewRecurrence({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payin', 'pix')
  const language = useLanguage()
  const navigate = useNavigate()
  const split = useSplit()
  const { data: open = [] } = useQuery({
    queryKey: ['list', 'recurrence-charges'],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payin/charges', { params: { query: { status: 'pending', per_page: 50 } }, signal })),
  })
  const words = (group: string, names: readonly string[]) =>
    names.map((value) => ({ value, label: t(`pix.${group}.${value}`) }))
  const charges = open.map(({ id, amount, payer_name, txid }) => ({
    value: id,
    label: [amount && formatMoney(amount, language), payer_name ?? txid].filter(Boolean).join(', '),
  }))
  return (
    <CommandForm<RecurrenceRecord>
      command="pix:recurrence:create"
      title={t('pix.create.title')}
      submit={t('pix.create.submit')}
      texts="pix.create"
      own={split}
      initial={{ periodicity: 'MENSAL' }}
      lead={LEAD}
      options={{
        periodicity: words('periodicity', PERIODICITIES),
        journey: words('journey', JOURNEYS),
        retry_policy: words('retry_policy', POLICIES),
        charge: [{ value: '', label: t('pix.create.no_charge') }, ...charges],
      }}
      check={(values) => {
        const document = plainDocument(String(values['payer.document'] ?? ''))
        const problem = document ? documentProblem(document) : null
        return problem ? { 'payer.document': t(`payin.document.${problem}`) } : {}
      }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: recurrencePath(id) })
      }}
      onClose={onClose}
    />
  )
}
