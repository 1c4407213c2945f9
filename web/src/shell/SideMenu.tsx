import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import { memo, useEffect, useId, useRef, useState } from 'react'
import { type Entry, entryFor, type Group, type MenuSection, sectionsOf } from '../app/entries'
import { useFlagKnown } from '../app/flags'
import { useT } from '../app/i18n'
import type { User } from '../app/state'
import { cx } from '../ui/cx'
import { PREFERENCE_ICONS, SECTION_ICONS } from '../viewer/icons'
import { useViewer } from '../viewer/viewer'
import styles from './SideMenu.module.css'

interface SideMenuProps {
  user: User
  /** Told when an entry was followed. */
  onFollow?: () => void
}

/** Drawn anew only when it is told something new: the frame around it is drawn in slices. */
export const SideMenu = memo(function SideMenu({ user, onFollow }: SideMenuProps) {
  const t = useT('menu')
  const viewer = useViewer(user)
  const current = entryFor(useLocation({ select: (location) => location.pathname }))
  const [open, setOpen] = useState<string[]>([])

  // The section of the current screen is open; others stay as the person left them.
  const currentSection = current && `${current.group}:${current.section}`
  const [seen, setSeen] = useState<string | null>(null)
  if (currentSection !== seen) {
    setSeen(currentSection)
    if (currentSection && !open.includes(currentSection)) setOpen([...open, currentSection])
  }
  const toggle = (key: string) =>
    setOpen((before) => (before.includes(key) ? before.filter((other) => other !== key) : [...before, key]))

  const group = (name: Group) =>
    sectionsOf(name, viewer).map((section) => {
      const key = `${name}:${section.section}`
      return (
        <Section
          key={key}
          section={section}
          current={current}
          open={open.includes(key)}
          onToggle={() => toggle(key)}
          onFollow={onFollow}
        />
      )
    })

  // Entries that come with a flag stand above others: until it is known, the room is there and nothing in it.
  const known = useFlagKnown('ledger')
  const backOffice = group('backOffice')
  const preferences = sectionsOf('preferences', viewer).flatMap((section) => section.entries)
  return (
    <nav className={cx(styles.menu, !known && styles.unknown)} aria-label={t('menu.title')}>
      <ul>{group('main')}</ul>
      {backOffice.length > 0 && (
        <section className={styles.backOffice} aria-labelledby="menu-back-office">
          <h2 id="menu-back-office" className={styles.heading}>
            {t('menu.back_office')}
          </h2>
          <ul>{backOffice}</ul>
        </section>
      )}
      <section aria-labelledby="menu-preferences">
        <h2 id="menu-preferences" className={styles.heading}>
          {t('menu.preferences.section')}
        </h2>
        <ul>
          {preferences.map((entry) => (
            <li key={entry.path}>
              <TopLink
                entry={entry}
                icon={PREFERENCE_ICONS[entry.label.split('.').at(-1) ?? '']}
                active={entry === current}
                onFollow={onFollow}
              />
            </li>
          ))}
        </ul>
      </section>
    </nav>
  )
})

interface SectionProps {
  section: MenuSection
  current: Entry | null
  open: boolean
  onToggle: () => void
  onFollow?: () => void
}

function Section({ section, current, open, onToggle, onFollow }: SectionProps) {
  const t = useT('menu')
  const id = useId()
  const { entries } = section
  const Icon = section.section === 'preferences' ? undefined : SECTION_ICONS[section.section]
  const title = t(`menu.${section.section}.section`)
  const only = entries.length === 1 ? entries[0] : undefined

  // A section that is one screen of the same name needs no fold.
  if (only && t(only.label) === title) {
    return (
      <li>
        <TopLink entry={only} icon={Icon} active={only === current} onFollow={onFollow} />
      </li>
    )
  }
  const Chevron = open ? ChevronDown : ChevronRight
  const holdsCurrent = current !== null && entries.includes(current)
  return (
    <li>
      <button
        type="button"
        className={cx(styles.row, holdsCurrent && styles.holdsCurrent)}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
        <span className={styles.label}>{title}</span>
        <Chevron className={styles.chevron} size={16} aria-hidden />
      </button>
      <ul id={id} className={styles.children} hidden={!open}>
        {open &&
          entries.map((entry) => (
            <li key={entry.path}>
              <EntryLink
                entry={entry}
                active={entry === current}
                className={styles.child}
                onFollow={onFollow}
              >
                {t(entry.label, { token: '' })}
              </EntryLink>
            </li>
          ))}
      </ul>
    </li>
  )
}

interface TopLinkProps {
  entry: Entry
  icon: LucideIcon | undefined
  active: boolean
  onFollow?: () => void
}

function TopLink({ entry, icon: Icon, active, onFollow }: TopLinkProps) {
  const t = useT('menu')
  return (
    <EntryLink entry={entry} active={active} className={styles.row} onFollow={onFollow}>
      {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
      <span className={styles.label}>{t(entry.label)}</span>
    </EntryLink>
  )
}

interface EntryLinkProps {
  entry: Entry
  active: boolean
  className: string | undefined
  onFollow?: () => void
  children: React.ReactNode
}

function EntryLink({ entry, active, className, onFollow, children }: EntryLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // The menu is longer than many screens: where one is must not lie below its edge.
  useEffect(() => {
    if (active && link.current) show(link.current)
  }, [active])
  return (
    <Link
      ref={link}
      to={entry.path}
      search={entry.search ?? {}}
      activeOptions={{ exact: true, includeSearch: false }}
      className={className}
      aria-current={active ? 'page' : undefined}
      onClick={onFollow}
    >
      {children}
    </Link>
  )
}

/** Scrolls the menu by as little as shows the entry. After `scrollIntoView` some browsers begin the next Tab there, not at the top. */
function show(link: HTMLElement) {
  const menu = link.closest<HTMLElement>('aside, dialog')
  if (!menu) return
  const [entry, seen] = [link.getBoundingClientRect(), menu.getBoundingClientRect()]
  menu.scrollTop += Math.min(0, entry.top - seen.top) || Math.max(0, entry.bottom - seen.bottom)
}
