import { KeyRound, Pencil, PlugZap, Power } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_PROCESSORS, type Processor } from './processors'

const change = lazyDialog(() => import('./commands/ChangeProcessor'))
const rotate = lazyDialog(() => import('./commands/RotateCredentials'))
const acts = lazyDialog(() => import('./commands/acts'))

/** What can be done with a processor. */
export function ProcessorActions({ processor }: { processor: Processor }) {
  const t = useT('processors')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { permissions: MAY_PROCESSORS, anyMerchant: true, variant: 'secondary' } as const
  const what = processor.enabled ? 'disable' : 'enable'
  return (
    <>
      <CommandButton
        {...shared}
        dialog={acts}
        given={{ processor, what: 'test' }}
        icon={<PlugZap {...icon} />}
      >
        {t('processors.test.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={change} given={{ processor }} icon={<Pencil {...icon} />}>
        {t('processors.change.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={rotate} given={{ processor }} icon={<KeyRound {...icon} />}>
        {t('processors.rotate.open')}
      </CommandButton>
      <CommandButton
        {...shared}
        dialog={acts}
        given={{ processor, what }}
        disabled={!processor.ready}
        title={processor.ready ? undefined : t('processors.enable.untested')}
        icon={<Power {...icon} />}
      >
        {t(`processors.${what}.open`)}
      </CommandButton>
    </>
  )
}
