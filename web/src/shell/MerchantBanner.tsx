import { Eye, Store, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { linesOf } from '../app/errors'
import { translate, useT } from '../app/i18n'
import { browser } from '../app/leaving'
import { rich } from '../app/rich'
import { type Account, authentication, settings, showAlert, storedAccount } from '../app/state'
import { useStore } from '../app/store'
import { eyes } from '../app/viewAs'
import { Banner } from '../ui/Banner'
import { chooseAnother } from '../viewer/choosing'
import { isStaffView, lookAs, lookAsStaff } from '../viewer/staffView'
import styles from './MerchantBanner.module.css'

/** Whose data is shown, and the way to another merchant's. Not for a person who has only one. */
export function MerchantBanner({ path }: { path: string }) {
  const t = useT('menu')
  const account = useStore(settings, (state) => state.account)
  const staffView = useStore(authentication, ({ user }) => isStaffView(account, user))
  if (!account || account.unique) return null
  if (eyes()) return <SeenAsMerchant name={account.name} />
  const onAccount = /^\/dashboard\/account(\/|$)/.test(path)
  const words = account.id === 'all' ? 'seeing_all' : onAccount ? 'seeing_account' : 'seeing'
  return (
    <Banner
      oneLine
      className={styles.banner}
      icon={<Store size={18} strokeWidth={1.75} aria-hidden />}
      action={
        <span className={styles.ways}>
          {staffView && (
            <button type="button" onClick={() => void lookAs().catch(tell)}>
              {t('menu.merchant.view_as')}
            </button>
          )}
          <button type="button" onClick={chooseAnother}>
            {t(words === 'seeing_account' ? 'menu.merchant.select_another' : 'menu.merchant.view_another')}
          </button>
        </span>
      }
    >
      {rich(t(`menu.merchant.${words}`, { name: account.name }))}
      {staffView && ` · ${t('menu.merchant.on_record')}`}
    </Banner>
  )
}

const tell = (failure: unknown) => showAlert('error', linesOf(translate, failure))

/** Staff see what the merchant's people see, and change nothing. */
function SeenAsMerchant({ name }: { name: string }) {
  const t = useT('menu')
  return (
    <Banner
      oneLine
      tone="awaiting"
      className={styles.banner}
      icon={<Eye size={18} strokeWidth={1.75} aria-hidden />}
      action={
        <button type="button" onClick={lookAsStaff}>
          {t('menu.merchant.view_as_end')}
        </button>
      }
    >
      {rich(t('menu.merchant.seen_as', { name }))}
    </Banner>
  )
}

/** This tab keeps the merchant that it was loaded with; when another tab changes it, the person decides. */
export function MerchantChangedElsewhere() {
  const t = useT('menu')
  const here = useStore(settings, (state) => state.account)
  const [there, setThere] = useState<Account | null>(null)
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (event.key === 'accountVisualize') setThere(storedAccount())
    }
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [])

  if (!here || !there || there.id === here.id) return null
  const nameOf = (account: Account) => (account.id === 'all' ? t('menu.merchant.all') : account.name)
  return (
    <Banner
      tone="awaiting"
      role="alert"
      className={styles.banner}
      icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}
      action={
        <button type="button" onClick={() => browser.reload()}>
          {t('menu.merchant.reload', { there: nameOf(there) })}
        </button>
      }
    >
      {t('menu.merchant.changed_elsewhere', { here: nameOf(here), there: nameOf(there) })}
    </Banner>
  )
}
