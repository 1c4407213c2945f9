import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowRightLeft } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { settings, type User } from '../app/state'
import { useStore } from '../app/store'
import { lazyDialog } from '../kit/command/CommandButton'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { BlockBars } from '../ui/Skeleton'
import { choose, loadCompanies } from '../viewer/choosing'
import { isStaffView, MAY_VIEW } from '../viewer/staffView'

const enterMerchant = lazyDialog(() => import('./view/EnterMerchant'))

/**
 * A link may say whose data it leads to (`?merchant=3`). Whoever sees another merchant's is asked before that changes; whoever
 * sees that one already goes on, and so does who cannot see it: the page then says what there is.
 */
export function LinkedMerchant({ user, children }: { user: User; children: ReactNode }) {
  const navigate = useNavigate()
  const wanted = useLocation({
    select: ({ search }) => Number((search as { merchant?: string }).merchant) || 0,
  })
  const current = useStore(settings, ({ account }) => account?.id ?? null)
  const asks = wanted > 0 && wanted !== current && user.companies.includes(wanted)
  const drop = () =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, merchant: undefined })) as never,
      replace: true,
    })
  const done = wanted > 0 && !asks
  useEffect(() => {
    if (done) drop()
  })
  if (asks) return <Question user={user} id={wanted} onStay={drop} />
  return done ? null : children
}

function Question({ user, id, onStay }: { user: User; id: number; onStay: () => void }) {
  const t = useT('common', 'menu')
  const [entering, setEntering] = useState(false)
  const { data } = useQuery({ queryKey: ['companies'], queryFn: loadCompanies })
  const account = useStore(settings, (state) => state.account)
  const company = data?.find((each) => each.id === id)
  if (!company) return <BlockBars blocks={2} height={44} />
  const { name } = company
  const viewed = isStaffView(company, user)
  const change = () => choose({ id, name, unique: false })
  return (
    <>
      <EmptyState
        icon={<ArrowRightLeft size={20} strokeWidth={1.75} />}
        title={t('menu.merchant.linked', { name })}
        hint={account ? t('menu.merchant.linked_hint', { name: account.name }) : undefined}
      >
        {(!viewed || may(MAY_VIEW)) && (
          <Button onClick={() => (viewed ? setEntering(true) : change())}>
            {t('menu.merchant.linked_view', { name })}
          </Button>
        )}
        <Button variant="secondary" onClick={onStay}>
          {t('menu.merchant.linked_stay')}
        </Button>
      </EmptyState>
      <Suspense>
        {entering && (
          <enterMerchant.Dialog id={id} name={name} onEntered={change} onClose={() => setEntering(false)} />
        )}
      </Suspense>
    </>
  )
}
