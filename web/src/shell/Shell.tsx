import { QueryClientProvider, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { config } from '../app/config'
import { EnvironmentBanner } from '../app/EnvironmentBanner'
import { firstAnswers, isAnswerWanted } from '../app/early'
import { Framed } from '../app/framed'
import { useT } from '../app/i18n'
import { loadMerchant } from '../app/merchant'
import { painted } from '../app/painted'
import { may, READ_COMPANIES } from '../app/permissions'
import { profileQuery } from '../app/profile'
import { queries } from '../app/queries'
import { layout, setDangerousScreen, settings, type User } from '../app/state'
import { useStore } from '../app/store'
import { PaletteHost } from '../palette/PaletteHost'
import { cx } from '../ui/cx'
import { Loading } from '../ui/Loading'
import { choosing } from '../viewer/choosing'
import { meQuery } from '../viewer/me'
import { isStaffView } from '../viewer/staffView'
import { Blocked } from './Blocked'
import { Content } from './Content'
import { Footer } from './Footer'
import { HelpBanner } from './HelpBanner'
import { MobileMenu } from './MobileMenu'
import { SensitiveUser, useMustSetUp } from './SensitiveUser'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu'
import { TopBar } from './TopBar'
import { useFromTop } from './useFromTop'
import { useReachable } from './useReachable'

const DangerousScreen = lazy(() => import('./DangerousScreen'))

export { knowPerson } from '../viewer/me'

/** The dashboard around every screen: bar, menu, banners, footer. */
export function Shell() {
  return (
    <QueryClientProvider client={queries}>
      <Entrance />
    </QueryClientProvider>
  )
}

/** Waits for the person; a person who cannot be loaded sees nothing, because the session is ending. */
function Entrance() {
  const t = useT('common', 'menu')
  const { data, status } = useQuery(meQuery)
  // Everything is drawn once the person is known: in slices, so that the page answers meanwhile.
  const user = useDeferredValue(data)
  // Asked for at the same time, and waited for by nobody.
  usePrefetchQuery(profileQuery)

  if (status === 'error' && !data) return null
  if (!user) {
    return (
      <div className={styles.waiting}>
        <Loading label={t('common.loading')} />
      </div>
    )
  }
  return may([READ_COMPANIES]) ? <Frame user={user} /> : <Blocked />
}

function Frame({ user }: { user: User }) {
  const t = useT('common', 'menu')
  const menuOpen = useStore(layout, (state) => state.menuOpen)
  const fluid = useStore(layout, (state) => state.fluid)
  const loading = useStore(settings, (state) => state.loading)
  const locked = useMustSetUp(user)
  const dangerous = useStore(settings, (state) => state.dangerousScreen)
  const account = useStore(settings, (state) => state.account)
  // Staff in a merchant's place move real money there.
  const acting = config().environment === 'production' && isStaffView(account, user)
  useEffect(() => {
    setDangerousScreen(acting)
    return () => setDangerousScreen(false)
  }, [acting])
  // The frame first: what a person recognises stands while the first answers are on their way, and their screen is drawn.
  const [framed, setFramed] = useState(false)
  // What is waited for with a screen's answers alone is not waited for with its head.
  const [headed] = useState(isAnswerWanted)
  useEffect(() => {
    let gone = false
    void firstAnswers()
      .then(painted)
      .then(() => {
        if (gone) return
        startTransition(() => setFramed(true))
      })
    return () => {
      gone = true
    }
  }, [])
  const reachable = useReachable(loading.status)
  useFromTop()
  useEffect(() => {
    void loadMerchant(account, user).then(() => choosing.set({ changing: false }))
  }, [account, user])
  return (
    <div className={cx(styles.frame, config().environment === 'production' && styles.production)}>
      <a className={styles.skip} href="#content">
        {t('common.action.skip_to_content')}
      </a>
      <div className={styles.head} {...reachable}>
        <EnvironmentBanner />
        <TopBar user={user} />
      </div>
      <div className={styles.body} {...reachable}>
        {menuOpen && (
          <aside className={styles.side} data-quiet-scroll>
            <SideMenu user={user} />
          </aside>
        )}
        <div className={styles.main}>
          <main id="content" tabIndex={-1} className={cx(styles.content, fluid && styles.fluid)}>
            {framed || headed ? (
              <Framed value={framed}>
                {/* The server refuses its calls until then. */}
                {!locked && <Content user={user} />}
              </Framed>
            ) : (
              <Loading type="text" label={t('common.loading')} />
            )}
          </main>
          {framed && (
            <>
              <HelpBanner user={user} />
              <Footer />
            </>
          )}
        </div>
      </div>
      <MobileMenu user={user} />
      <SensitiveUser user={user} />
      <PaletteHost user={user} />
      <Suspense>{dangerous && <DangerousScreen />}</Suspense>
      {loading.status && (
        <div className={styles.overlay}>
          <Loading type={loading.type} label={t('common.loading')} />
        </div>
      )}
    </div>
  )
}
