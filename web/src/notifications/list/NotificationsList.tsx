import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { NOTIFICATIONS_POLL } from '../../app/constants'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import { Pager } from '../../kit/list/Pager'
import { FailedList } from '../../kit/list/states'
import { PageHeader } from '../../kit/PageHeader'
import { buttonClass } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { BlockBars } from '../../ui/Skeleton'
import { NOTIFICATIONS } from '../bell/feed'
import { MarkAll } from '../MarkAll'
import { PREFERENCES } from '../paths'
import { Row } from '../Row'
import { readNotifications } from '../server'
import { type Listed, readAddress, writeAddress } from './address'
import { NothingHere } from './NothingHere'
import styles from './NotificationsList.module.css'

/** Every notification of the person, page by page. */
export function NotificationsList() {
  const t = useT('common', 'kit', 'notifications')
  const locale = useLanguage()
  const [listed, change] = useListed()
  const { data, error, isPending, isPlaceholderData, isRefetching, refetch } = useQuery({
    queryKey: [NOTIFICATIONS, 'list', locale, listed],
    queryFn: ({ signal }) => readNotifications({ locale, ...listed }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: NOTIFICATIONS_POLL,
  })
  const rows = data?.notifications ?? []
  const unread = data?.unread ?? 0
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        subtitle={data ? t('notifications.unread_count', { count: unread }) : '\u00a0'}
        actions={
          <>
            <MarkAll variant="secondary" unread={unread} />
            <Link to={PREFERENCES} className={buttonClass('secondary')}>
              <Settings size={16} strokeWidth={1.75} aria-hidden />
              {t('notifications.preferences.short')}
            </Link>
          </>
        }
      />
      <section
        className={styles.card}
        aria-label={t('notifications.title')}
        aria-busy={isPending || isPlaceholderData}
      >
        <div className={styles.filters} role="group" aria-label={t('notifications.filter')}>
          {[false, true].map((only) => (
            <button
              key={String(only)}
              type="button"
              className={styles.filter}
              aria-pressed={listed.unread === only}
              onClick={() => change({ unread: only })}
            >
              {t(only ? 'notifications.only_unread' : 'notifications.all')}
            </button>
          ))}
        </div>
        {error && !isRefetching ? (
          <FailedList failure={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <BlockBars
            className={styles.waiting}
            blocks={listed.perPage > 10 ? 10 : listed.perPage}
            height={60}
          />
        ) : rows.length === 0 ? (
          <NothingHere listed={listed} total={data?.total ?? 0} change={change} />
        ) : (
          <>
            <ul className={cx(styles.rows, isPlaceholderData && styles.refreshing)}>
              {rows.map((notification) => (
                <li key={notification.uuid}>
                  <Row roomy notification={notification} />
                </li>
              ))}
            </ul>
            <Pager
              page={listed.page}
              perPage={listed.perPage}
              count={rows.length}
              total={data?.total ?? null}
              estimated={false}
              pages={data?.pages ?? 1}
              hasNext={listed.page < (data?.pages ?? 1)}
              onPage={(page) => change({ page })}
              onPerPage={(perPage) => change({ perPage })}
            />
          </>
        )}
      </section>
    </>
  )
}

/** What the address holds. What means nothing leaves it, and a message says so. */
function useListed(): [Listed, (part: Partial<Listed>) => void] {
  const t = useT('kit')
  const navigate = useNavigate()
  const search: Record<string, string> = useSearch({ strict: false })
  const { listed, dropped } = useMemo(() => readAddress(search), [search])
  const names = dropped.join(', ')
  useEffect(() => {
    if (!names) return
    showAlert('warning', t('kit.list.dropped', { names }))
    void navigate({ to: '.', search: writeAddress(listed) as never, replace: true })
  }, [names, listed, navigate, t])
  const change = (part: Partial<Listed>) =>
    void navigate({ to: '.', search: writeAddress({ ...listed, page: 1, ...part }) as never })
  return [listed, change]
}
