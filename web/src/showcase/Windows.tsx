import { Settings } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { asText } from '../app/asText'
import { useT } from '../app/i18n'
import { pause } from '../app/pause'
import { closeAlert, type Severity, setDangerousScreen, settings, showAlert } from '../app/state'
import { useStore } from '../app/store'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { Dialog, warmDialog } from '../ui/Dialog'
import type { DialogWindowProps } from '../ui/DialogWindow'
import { Menu } from '../ui/Menu'
import { Popover } from '../ui/Popover'
import { Line, Part } from './Part'

const SampleModal = lazy(() => import('./SampleModal'))

const LEVELS: readonly Severity[] = ['success', 'info', 'warning', 'error']
const SIZES: readonly NonNullable<DialogWindowProps['size']>[] = ['small', 'medium', 'large', 'sensitive']
const HOSTILE = '<img src=x onerror="alert(1)"> & </b>'

export function Windows() {
  const t = useT('common', 'showcase')
  const [size, setSize] = useState<DialogWindowProps['size']>()
  const [modal, setModal] = useState(false)
  const [on, setOn] = useState(false)
  const dangerous = useStore(settings, (state) => state.dangerousScreen)
  useEffect(() => () => setDangerousScreen(false), [])

  const openAlert = () =>
    showAlert(
      'warning',
      [
        t('showcase.alert.first'),
        t('showcase.alert.items'),
        t('showcase.alert.data', { name: asText(HOSTILE) }),
      ],
      { fullScreen: true, options: [{ label: t('showcase.alert.go'), action: closeAlert, timeToEnable: 3 }] },
    )
  return (
    <Part name="windows">
      <Line>
        {LEVELS.map((level) => (
          <Button key={level} variant="secondary" onClick={() => showAlert(level, t('showcase.sentence'))}>
            {t('showcase.open.toast', { level })}
          </Button>
        ))}
        <Button
          variant="secondary"
          onClick={() => showAlert('info', [t('showcase.sentence'), t('showcase.record.long'), HOSTILE])}
        >
          {t('showcase.open.lines')}
        </Button>
      </Line>
      <Line>
        <Button variant="secondary" onClick={openAlert}>
          {t('showcase.open.alert')}
        </Button>
        {SIZES.map((one) => (
          <Button key={one} variant="secondary" {...warmDialog} onClick={() => setSize(one)}>
            {t('showcase.open.dialog', { size: one ?? '' })}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => setModal(true)}>
          {t('showcase.open.modal')}
        </Button>
      </Line>
      <Line>
        <Menu
          align="start"
          header={t('showcase.person')}
          trigger={<Button variant="secondary">{t('showcase.open.menu')}</Button>}
          items={[
            {
              key: 'a',
              label: t('showcase.action'),
              icon: <Settings size={18} />,
              onSelect: () => undefined,
            },
            { key: 'b', label: t('showcase.field.on'), on, onSelect: () => setOn(!on) },
            { key: 'c', label: t('showcase.word.disabled'), disabled: true, onSelect: () => undefined },
            {
              key: 'd',
              label: t('showcase.word.danger'),
              danger: true,
              separated: true,
              onSelect: () => undefined,
            },
          ]}
        />
        <Popover
          title={t('showcase.open.popover')}
          titled
          trigger={<Button variant="secondary">{t('showcase.open.popover')}</Button>}
        >
          {t('showcase.sentence')}
        </Popover>
        <Checkbox label={t('showcase.open.dangerous')} checked={dangerous} onChange={setDangerousScreen} />
      </Line>
      <Dialog
        open={size !== undefined}
        size={size}
        title={t('showcase.thing')}
        description={t('showcase.sentence')}
        onClose={() => setSize(undefined)}
        footer={<Button onClick={() => setSize(undefined)}>{t('common.action.close')}</Button>}
      >
        <p>{t('showcase.record.long')}</p>
      </Dialog>
      <Suspense>
        {modal && <SampleModal onClose={() => setModal(false)} onDelete={() => pause(500)} />}
      </Suspense>
    </Part>
  )
}
