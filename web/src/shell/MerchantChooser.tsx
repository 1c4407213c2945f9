import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import { linesOf } from '../app/errors'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import type { Account, Company, User } from '../app/state'
import { lazyDialog } from '../kit/command/CommandButton'
import { PageHeader } from '../kit/PageHeader'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { Field } from '../ui/Field'
import { BlockBars } from '../ui/Skeleton'
import { TextInput } from '../ui/TextInput'
import { choose, choosing, findCompanies, loadCompanies } from '../viewer/choosing'
import { isStaffView, MAY_VIEW } from '../viewer/staffView'
import { Choice, detailOf } from './MerchantChoice'
import styles from './MerchantChooser.module.css'

const enterMerchant = lazyDialog(() => import('./view/EnterMerchant'))

interface MerchantChooserProps {
  user: User
  /** The page behind cannot be shown without a merchant. */
  needed: boolean
  /** It shows one merchant: all of them are no choice. */
  one: boolean
}

export function MerchantChooser({ user, needed, one }: MerchantChooserProps) {
  const t = useT('common', 'menu')
  const [wanted, setWanted] = useState('')
  const { data, error, refetch } = useQuery({ queryKey: ['companies'], queryFn: loadCompanies })
  const [entering, setEntering] = useState<Company | null>(null)
  const mayView = may(MAY_VIEW)
  const offered = data?.filter((company) => mayView || !isStaffView(company, user))
  const found = offered && findCompanies(offered, wanted)

  const accountOf = ({ id, name }: Company): Account => ({ id, name, unique: false })
  const pick = (company: Company) =>
    isStaffView(company, user) ? setEntering(company) : choose(accountOf(company))

  function chooseFirst(event: FormEvent) {
    event.preventDefault()
    const first = found?.[0]
    if (wanted.trim() && first) pick(first)
  }

  return (
    <div className={styles.chooser}>
      <PageHeader
        title={t('menu.merchant.choose_title')}
        subtitle={needed ? t('menu.merchant.choose_hint') : undefined}
        actions={
          !needed && (
            <Button variant="secondary" onClick={() => choosing.set({ open: false })}>
              {t('common.action.cancel')}
            </Button>
          )
        }
      />
      <Card flush>
        <form className={styles.search} onSubmit={chooseFirst}>
          <Field label={t('menu.merchant.search')} hideLabel>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                before={<Search size={18} strokeWidth={1.75} />}
                placeholder={t('menu.merchant.search')}
                value={wanted}
                autoComplete="off"
                onChange={(event) => setWanted(event.target.value)}
              />
            )}
          </Field>
        </form>
        {error && (
          <Banner
            tone="error"
            role="alert"
            className={styles.failed}
            action={
              <button type="button" onClick={() => void refetch()}>
                {t('common.action.retry')}
              </button>
            }
          >
            {t('menu.merchant.failed')}: {linesOf(t, error).join(' ')}
          </Banner>
        )}
        {!data && !error && (
          <div className={styles.waiting} aria-busy>
            <BlockBars blocks={5} height={44} />
          </div>
        )}
        {found && (
          <ul className={styles.list}>
            {user.internal_user && !one && !wanted && (
              <li>
                <Choice
                  name={t('menu.merchant.all')}
                  detail={t('menu.merchant.all_hint')}
                  all
                  onChoose={() => choose({ id: 'all', name: t('menu.merchant.all'), unique: false })}
                />
              </li>
            )}
            {found.map((company) => (
              <li key={company.id}>
                <Choice name={company.name} detail={detailOf(company)} onChoose={() => pick(company)} />
              </li>
            ))}
          </ul>
        )}
        {found?.length === 0 && <EmptyState level={2} title={t('menu.merchant.none')} />}
      </Card>
      <Suspense>
        {entering && (
          <enterMerchant.Dialog
            id={entering.id}
            name={entering.name}
            onEntered={() => choose(accountOf(entering))}
            onClose={() => setEntering(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
