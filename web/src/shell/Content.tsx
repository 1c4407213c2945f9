import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import {
  type Entry,
  entryFor,
  isVisible,
  mayOpen,
  needsMerchant,
  needsOneMerchant,
  needsTwoFactor,
  type Viewer,
} from '../app/entries'
import { useFlagAnswer } from '../app/flags'
import { useT } from '../app/i18n'
import { may, TWO_FACTOR } from '../app/permissions'
import { settings, type User } from '../app/state'
import { useStore } from '../app/store'
import { useTitle } from '../app/title'
import { BULKS_PATH, EXPORTS_PATH } from '../kit/export/paths'
import { LIST } from '../notifications/paths'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Loading } from '../ui/Loading'
import { Rendering } from '../ui/pages'
import { choosing } from '../viewer/choosing'
import { useViewer } from '../viewer/viewer'
import { LinkedMerchant } from './LinkedMerchant'
import { MerchantBanner, MerchantChangedElsewhere } from './MerchantBanner'
import { MerchantChooser } from './MerchantChooser'
import { TwoFactorNeeded } from './TwoFactorNeeded'
import { useFocusContent } from './useFocusContent'

/** Screens without an entry of their own. */
const BESIDE_THE_MENU: Readonly<Record<string, string>> = {
  [LIST]: 'menu.bar.notifications',
  [EXPORTS_PATH]: 'menu.bar.exports',
  [BULKS_PATH]: 'menu.bar.bulks',
}

/** The screen of the current path, or what stands in its way. */
export function Content({ user }: { user: User }) {
  const t = useT('common', 'menu')
  const path = useLocation({ select: (location) => location.pathname })
  useFocusContent(path)
  const account = useStore(settings, (state) => state.account)
  const asked = useStore(choosing, (state) => state.open)
  const changing = useStore(choosing, (state) => state.changing)
  const viewer = useViewer(user)
  const one = needsOneMerchant(path)
  const chosen = account && !(one && account.id === 'all')
  const entry = entryFor(path)
  const named = entry?.label ?? BESIDE_THE_MENU[path]
  useTitle(named ? t(named, { token: '' }).trim() : '')

  if (needsTwoFactor(path) && !may([TWO_FACTOR])) return <TwoFactorNeeded />
  if (entry && !mayOpen(path, viewer)) return <NotShown entry={entry} viewer={viewer} />
  return (
    <LinkedMerchant user={user}>
      {asked || (needsMerchant(path) && !chosen) ? (
        <MerchantChooser user={user} needed={needsMerchant(path)} one={one} />
      ) : changing ? (
        <Loading type="block" label={t('common.loading')} />
      ) : (
        <>
          <MerchantChangedElsewhere />
          <MerchantBanner path={path} />
          <Suspense fallback={<Rendering />}>
            {/* A screen never keeps what it knew of another merchant. */}
            <Outlet key={account?.id} />
          </Suspense>
        </>
      )}
    </LinkedMerchant>
  )
}

/** An entry that this person does not have; behind a flag, only once it is known whether their company has that. */
function NotShown({ entry, viewer }: { entry: Entry; viewer: Viewer }) {
  const t = useT('common')
  const { answer, again } = useFlagAnswer('ledger')
  if (entry.flag && isVisible({ ...entry, flag: undefined }, viewer)) {
    if (answer === 'awaited') return <Loading label={t('common.loading')} />
    if (answer === 'failed') {
      return (
        <EmptyState title={t('common.page.failed')} hint={t('common.page.failed_hint')}>
          <Button onClick={again}>{t('common.action.retry')}</Button>
        </EmptyState>
      )
    }
  }
  return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
}
