import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import type { KeyRow } from '../contract'
import { Ask } from '../parts/Ask'

/** Ends a key, at once and for good. */
export default function RevokeKey({ record, onClose }: CommandProps & { record: KeyRow }) {
  const t = useT('access')
  return (
    <Ask
      title={t('access.revoke.title')}
      text={t('access.revoke.text')}
      submit={t('access.revoke.submit')}
      done={t('access.revoke.done')}
      subject={{ thing: record.name }}
      danger
      send={(header) =>
        answer(api.POST('/rbac/keys/{id}/revoke', { params: { path: { id: record.id }, header }, body: {} }))
      }
      onClose={onClose}
    />
  )
}
