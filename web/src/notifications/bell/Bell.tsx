import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { NOTIFICATIONS_POLL } from '../../app/constants'
import { loadTexts, useLanguage, useT } from '../../app/i18n'
import { IconButton } from '../../ui/IconButton'
import { LazyTrigger } from '../../ui/lazyTrigger'
import styles from './Bell.module.css'
import type { BellPartProps } from './BellPart'
import { feedQuery } from './feed'
import { followOtherTabs } from './tabs'

const MOST_SHOWN = 99

/** The panel and its words come together, when somebody points at the bell or brings the keyboard to it. */
const load = async () => (await Promise.all([import('./BellPart'), loadTexts('notifications')]))[0]

/** How many notifications are unread, and the way to them. */
export function Bell() {
  const t = useT('menu')
  const language = useLanguage()
  const { data } = useQuery({ ...feedQuery(language), refetchInterval: NOTIFICATIONS_POLL })
  useEffect(followOtherTabs, [])
  const unread = data?.unread ?? 0
  const label = unread ? t('menu.bar.notifications_unread', { count: unread }) : t('menu.bar.notifications')
  const trigger = (
    <IconButton
      plain
      label={label}
      icon={
        <>
          <BellIcon size={18} strokeWidth={1.75} aria-hidden />
          {unread > 0 && (
            <span className={styles.badge} aria-hidden>
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </>
      }
    />
  )
  return (
    <>
      <LazyTrigger<BellPartProps> load={load} props={{ trigger }} trigger={trigger} popup="dialog" />
      <More unread={data?.unread} text={label} />
    </>
  )
}

/** Says it to those who do not see the badge when there are more unread than before. */
function More({ unread, text }: { unread: number | undefined; text: string }) {
  const [seen, setSeen] = useState(unread)
  const [more, setMore] = useState(false)
  if (unread !== seen) {
    setSeen(unread)
    setMore(seen !== undefined && unread !== undefined && unread > seen)
  }
  return (
    <span role="status" className={styles.unseen}>
      {more ? text : ''}
    </span>
  )
}
