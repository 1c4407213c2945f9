import { useT } from '../../app/i18n'
import { queries } from '../../app/queries'
import { Button } from '../../ui/Button'
import { cancelExport, downloadExport, isOpen } from './server'
import { useAct } from './useAct'

/** What can be done with an export: take its file, or give it up while it is not ready. */
export function ExportActions({ row: { id, status } }: { row: { id: string; status: string } }) {
  const t = useT('lists')
  const { act, busy } = useAct()
  if (status === 'succeeded') {
    return (
      <Button size="small" variant="secondary" busy={busy} onClick={() => act(() => downloadExport(id))}>
        {t('lists.export.download')}
      </Button>
    )
  }
  if (!isOpen({ status })) return null
  const cancel = async () => {
    await cancelExport(id)
    await queries.invalidateQueries({ queryKey: ['list'] })
  }
  return (
    <Button size="small" variant="ghost" busy={busy} onClick={() => act(cancel)}>
      {t('lists.export.give_up')}
    </Button>
  )
}
