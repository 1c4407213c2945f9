import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { type Approval, type Decided, wordOf } from '../approvals'
import { useRefresh } from '../useRefresh'
import styles from './form.module.css'
import { tell } from './told'

/** Takes back what a person asked for themselves. */
export default function Cancel({ request, onClose }: CommandProps & { request: Approval }) {
  const t = useT('common', 'kit', 'approvals')
  const refresh = useRefresh()
  return (
    <CommandDialog<Record<string, never>, Decided>
      title={t('approvals.cancel.title')}
      submit={t('approvals.cancel.submit')}
      subject={`${wordOf(t, 'command', request.command)} · ${request.company_name}`}
      danger
      read={() => ({ input: {} })}
      send={(input, header) =>
        answer(
          api.POST('/v1/approvals/{id}/cancel', {
            params: { path: { id: request.id }, header },
            body: input,
          }),
        )
      }
      onDone={(decided) => {
        onClose()
        tell(t, decided)
        refresh()
      }}
      onClose={onClose}
    >
      {() => <p className={styles.text}>{t('approvals.cancel.text')}</p>}
    </CommandDialog>
  )
}
