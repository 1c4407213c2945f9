import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { linesOf, textOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import styles from './ExportDialog.module.css'
import { Progress } from './Progress'
import { EXPORTS_PATH } from './paths'
import { cancelExport, downloadExport, type Export, isOpen } from './server'
import { useAct } from './useAct'
import { useOneExport } from './useOneExport'

/** The progress of an export; it continues when the dialog is closed, and the person is notified when it is done. */
export function Prepared({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('common', 'lists')
  const { data, error } = useOneExport(id)
  const [given, setGiven] = useState(false)
  const { act, busy } = useAct()
  return (
    <DialogWindow
      title={t('lists.export.title')}
      onClose={onClose}
      footer={
        <>
          <Link to={EXPORTS_PATH} className={styles.link} onClick={onClose}>
            {t('lists.export.all_exports')}
          </Link>
          {data && isOpen(data) && (
            <Button
              variant="secondary"
              busy={busy}
              onClick={() => act(() => cancelExport(id).then(() => onClose()))}
            >
              {t('lists.export.give_up')}
            </Button>
          )}
          {data?.status === 'succeeded' && !given ? (
            <Button
              busy={busy}
              onClick={() =>
                act(async () => {
                  await downloadExport(id)
                  setGiven(true)
                  showAlert('success', t('lists.export.done'))
                })
              }
            >
              {t('lists.export.download')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('common.action.close')}</Button>
          )}
        </>
      }
    >
      <div aria-live="polite">
        {data && !isOpen(data) && <Over export={data} />}
        {error && <Banner tone="error">{linesOf(t, error).join('. ')}</Banner>}
      </div>
      {(!data || isOpen(data)) && (
        <>
          <p className={styles.text}>{t('lists.export.prepared')}</p>
          <Progress done={data?.rows ?? 0} total={data?.total ?? null} label={t('lists.export.progress')} />
        </>
      )}
    </DialogWindow>
  )
}

function Over({ export: { status, error } }: { export: Export }) {
  const t = useT('common', 'lists')
  if (status === 'succeeded') return <Banner tone="success">{t('lists.export.ready')}</Banner>
  if (status === 'failed') {
    return (
      <Banner tone="error">
        {t('lists.export.failed', { why: textOf(t, error ?? 'unexpected_error') })}
      </Banner>
    )
  }
  return <Banner>{t(`lists.status.${status}`)}</Banner>
}
