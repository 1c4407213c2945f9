import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { optionsOf, type Request, requestPath, SUBJECTS, saidOf } from './kyc'

/** The reasons that are in use, to choose one from. */
export function useReasons() {
  const { data = [] } = useQuery({
    queryKey: ['kyc', 'reasons'],
    queryFn: ({ signal }) => body(api.GET('/v1/kyc/reason-names', { signal })),
  })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** Opens a request as a draft; its reason says which documents it needs. ``from``: one that is over, whose data come along. */
export default function OpenRequest({ from, onClose }: CommandProps & { from?: Request }) {
  const t = useT('common', 'kit', 'kyc')
  const navigate = useNavigate()
  return (
    <CommandForm<components['schemas']['KycRequest']>
      command="kyc:request:open"
      title={t('kyc.open.title')}
      submit={t('kyc.open.submit')}
      texts="kyc.field"
      initial={
        from
          ? {
              reason: from.reason_id,
              subject_type: from.subject_type,
              document: from.document,
              ...saidOf(from),
            }
          : { subject_type: 'end_user' }
      }
      options={{ reason: useReasons(), subject_type: optionsOf(t, 'subject', SUBJECTS) }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: requestPath(id) })
      }}
      onClose={onClose}
    />
  )
}
