import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { entryFor } from '../app/entries'
import { useT } from '../app/i18n'
import type { User } from '../app/state'
import { type Group, type Item, matching } from './items'
import { Kbd } from './Kbd'
import styles from './Palette.module.css'
import { recentScreens } from './recent'
import { useActs } from './useActs'
import { useCommands } from './useCommands'
import { useHits } from './useHits'
import { useScreens } from './useScreens'

interface PaletteProps {
  user: User
  onClose: () => void
}

/** Finds screens, ids and Commands by what is typed, with the keyboard alone. */
export default function Palette({ user, onClose }: PaletteProps) {
  const t = useT('palette')
  const [typed, setTyped] = useState('')
  const hits = useHits(user, typed)
  const groups = useGroups(user, typed, hits.items)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  const choose = (item: Item) => {
    onClose()
    item.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.window} aria-label={t('palette.title')}>
          <Autocomplete.Root<Group>
            open
            inline
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={typed}
            onValueChange={setTyped}
          >
            <div className={styles.field}>
              <Search size={18} strokeWidth={1.75} aria-hidden />
              <Autocomplete.Input
                className={styles.input}
                aria-label={t('palette.input')}
                placeholder={t('palette.input')}
                spellCheck={false}
              />
            </div>
            <Autocomplete.List className={styles.list}>
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items} className={styles.group}>
                  <Autocomplete.GroupLabel className={styles.heading}>{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Autocomplete.Item
                        key={item.key}
                        value={item}
                        className={styles.item}
                        onClick={() => choose(item)}
                      >
                        {item.icon && <item.icon size={18} strokeWidth={1.75} aria-hidden />}
                        <span className={styles.label}>{item.label}</span>
                        {item.note && <span className={styles.note}>{item.note}</span>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            <div className={styles.foot}>
              <Autocomplete.Status className={styles.status}>
                {hits.looking
                  ? t('palette.looking')
                  : count > 0
                    ? t('palette.found', { count })
                    : t('palette.nothing')}
                {hits.failed && ` · ${t('palette.failed')}`}
              </Autocomplete.Status>
              <span className={styles.hints} aria-hidden>
                <Kbd>↑</Kbd>
                <Kbd>↓</Kbd>
                <span>{t('palette.hint_move')}</span>
                <Kbd>Enter</Kbd>
                <span>{t('palette.hint_open')}</span>
                <Kbd>Esc</Kbd>
                <span>{t('palette.hint_close')}</span>
              </span>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** With nothing typed the screens that were open last come first; else what was found, the likeliest kind first. */
function useGroups(user: User, typed: string, hits: Item[]): Group[] {
  const t = useT('palette')
  const screens = useScreens(user)
  const commands = useCommands(user)
  const acts = useActs()
  const here = entryFor(useLocation({ select: ({ pathname }) => pathname }))?.path
  const recent = recentScreens()
    .filter((path) => path !== here)
    .flatMap((path) => screens.filter(({ key }) => key === path))
  const empty = !typed.trim()
  const isPayer = ({ key }: Item) => key.startsWith('payer:')
  const payers = { value: t('palette.group.payers'), items: hits.filter(isPayer) }
  const found = { value: t('palette.group.found'), items: hits.filter((hit) => !isPayer(hit)) }
  const onPage = { value: t('palette.group.acts', { name: acts.name }), items: matching(acts.items, typed) }
  const todo = { value: t('palette.group.commands'), items: matching(commands, typed) }
  const others = empty ? screens.filter((screen) => !recent.includes(screen)) : screens
  const where = { value: t('palette.group.screens'), items: matching(others, typed) }
  const groups = empty
    ? [{ value: t('palette.group.recent'), items: recent }, onPage, todo, where]
    : [found, payers, onPage, where, todo]
  return groups.filter(({ items }) => items.length > 0)
}
