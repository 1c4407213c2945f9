import { Check, Copy, FlaskConical, Power, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { MAY_ROUTE, type Routes } from './routing'

const acts = lazyDialog(() => import('./commands/acts'))
const copy = lazyDialog(() => import('./commands/NewRoutes'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** What can be done with a version: each is simulated before anybody agrees to it. */
export function RoutesActions({ routes }: { routes: Routes }) {
  const t = useT('pixRules', 'payoutRoutes')
  const shared = { permissions: MAY_ROUTE, anyMerchant: true } as const
  const { status, may_approve, groups, simulation } = routes
  const tried = simulation?.status === 'done'
  const notYet = tried ? t('pixRules.approve.own') : t('payoutRoutes.simulation.first')
  const act = (what: 'simulate' | 'approve' | 'activate' | 'discard') => ({ routes, what })
  return (
    <>
      {status === 'draft' && (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={act('discard')}
          icon={<Trash2 {...ICON} />}
        >
          {t('pixRules.discard.open')}
        </CommandButton>
      )}
      <CommandButton
        {...shared}
        variant="secondary"
        dialog={copy}
        given={{ groups }}
        icon={<Copy {...ICON} />}
      >
        {t('pixRules.copy')}
      </CommandButton>
      {status !== 'discarded' && (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={act('simulate')}
          disabled={simulation?.status === 'asked'}
          icon={<FlaskConical {...ICON} />}
        >
          {t('payoutRoutes.simulation.run')}
        </CommandButton>
      )}
      {status === 'draft' && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={act('approve')}
          disabled={!may_approve || !tried}
          title={may_approve && tried ? undefined : notYet}
          icon={<Check {...ICON} />}
        >
          {t('pixRules.approve.open')}
        </CommandButton>
      )}
      {(status === 'approved' || status === 'retired') && (
        <CommandButton {...shared} dialog={acts} given={act('activate')} icon={<Power {...ICON} />}>
          {t('pixRules.activate.open')}
        </CommandButton>
      )}
    </>
  )
}
