import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Search, Store } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import { api, body } from '../app/api'
import { linesOf } from '../app/errors'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { queries } from '../app/queries'
import {
  type Account,
  type Company,
  clearAccount,
  setAccount,
  setCompanies,
  settings,
  type User,
} from '../app/state'
import { createStore } from '../app/store'
import { lazyDialog } from '../kit/command/CommandButton'
import { formatDocument } from '../kit/format'
import { PageHeader } from '../kit/PageHeader'
import { Avatar } from '../ui/Avatar'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { Field } from '../ui/Field'
import { BlockBars } from '../ui/Skeleton'
import { TextInput } from '../ui/TextInput'
import styles from './MerchantChooser.module.css'
import { isStaffView, leaveView, MAY_VIEW } from './staffView'

const enterMerchant = lazyDialog(() => import('./view/EnterMerchant'))

/** Whether the person asked to choose, on a page that could do without. */
export const choosing = createStore({ open: false })

export function chooseAnother(): void {
  leaveView(settings.get().account)
  clearAccount()
  choosing.set({ open: true })
}

function choose(account: Account): void {
  setAccount(account)
  choosing.set({ open: false })
  // Nothing of the merchant before may show through; the person themselves stays.
  queries.removeQueries({
    predicate: ({ queryKey }) => !['me', 'profile', 'flag', 'companies'].includes(String(queryKey[0])),
  })
}

async function loadCompanies(): Promise<Company[]> {
  const companies = await body(api.GET('/rbac/companies'))
  setCompanies(companies)
  return companies
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Finds by part of the name, with or without accents, by document with or without its signs, or by number. */
export function findCompanies(companies: Company[], wanted: string): Company[] {
  const text = plain(wanted.trim())
  if (!text) return companies
  const signless = text.replace(/[^0-9a-z]/g, '')
  return companies.filter(
    ({ id, name, document = '' }) =>
      plain(name).includes(text) ||
      String(id) === text ||
      (signless.length > 2 &&
        document
          .toLowerCase()
          .replace(/[^0-9a-z]/g, '')
          .includes(signless)),
  )
}

interface MerchantChooserProps {
  user: User
  /** The page behind cannot be shown without a merchant. */
  needed: boolean
}

export function MerchantChooser({ user, needed }: MerchantChooserProps) {
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
            {user.internal_user && !wanted && (
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

const detailOf = ({ id, document }: Company) =>
  [document && formatDocument(document), `#${id}`].filter(Boolean).join(' · ')

interface ChoiceProps {
  name: string
  detail: string
  all?: boolean
  onChoose: () => void
}

function Choice({ name, detail, all, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.choice} onClick={onChoose}>
      {all ? (
        <span className={styles.all} aria-hidden>
          <Store size={18} strokeWidth={1.75} />
        </span>
      ) : (
        <Avatar name={name} />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
