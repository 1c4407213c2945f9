import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { dayOf } from '../../kit/calendar'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { remittancePath } from '../return-file/file'

/** Takes every order that waits for a file of a processor into a new remittance. */
export default function DraftRemittance({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payoutFiles')
  const navigate = useNavigate()
  const zone = useZone()
  const [day] = useState(() => dayOf(new Date(), zone))
  const { data } = useQuery({
    queryKey: ['list', 'payouts.processors', 'files'],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payouts/processors', {
          params: { query: { adapter: 'cnab240', per_page: 50 } as never },
          signal,
        }),
      ),
  })
  return (
    <CommandForm<{ id: string }>
      command="payouts:remittance:draft"
      title={t('payoutFiles.draft.title')}
      submit={t('payoutFiles.draft.submit')}
      subject={{ thing: t('payoutFiles.draft.thing') }}
      texts="payoutFiles.draft"
      text={t('payoutFiles.draft.text')}
      initial={{ day }}
      options={{ processor: (data ?? []).map(({ id, name }) => ({ value: id ?? '', label: name ?? '' })) }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: remittancePath(id) })
      }}
      onClose={onClose}
    />
  )
}
