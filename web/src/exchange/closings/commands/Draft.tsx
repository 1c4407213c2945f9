import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { CURRENCIES, closingPath, DIRECTIONS, options, planWords } from '../../exchange'

/** Drafts a closing: a bank, a currency, and until which hour of today. */
export default function Draft({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'exchange')
  const language = useLanguage()
  const navigate = useNavigate()
  const banks = useQuery({
    queryKey: ['exchange', 'active_banks'],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/exchange/banks', { params: { query: { state: 'active', per_page: 100 } }, signal })),
  })
  const dealt = [...new Set((banks.data ?? []).flatMap(({ currencies }) => currencies ?? []))].filter(
    (value) => value !== null,
  )
  const currencies = dealt.length ? dealt : CURRENCIES
  return (
    <CommandForm<{ id: string }>
      command="exchange:closing:draft"
      title={t('exchange.draft.title')}
      submit={t('exchange.draft.submit')}
      texts="exchange.field"
      text={<p>{t('exchange.draft.text')}</p>}
      initial={{ bank: '', currency: currencies[0] ?? 'USD', direction: 'out' }}
      options={{
        bank: [
          { value: '', label: t('exchange.draft.choose') },
          ...(banks.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id })),
        ],
        currency: currencies.map((value) => ({ value, label: value })),
        direction: options(t, 'direction', DIRECTIONS),
      }}
      words={planWords(t, language)}
      own={{ name: 'operations', fields: [], read: () => ({ input: null }), draw: () => null }}
      onDone={({ id }) => {
        onClose()
        if (id) void navigate({ to: closingPath(id) })
      }}
      onClose={onClose}
    />
  )
}
