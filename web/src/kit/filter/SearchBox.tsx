import { Search } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../app/i18n'
import { useShortcut } from '../../app/shortcuts'
import { TextInput } from '../../ui/TextInput'
import { idsIn, MOST_IDS } from '../list/search'
import styles from './SearchBox.module.css'
import { SearchedIds } from './SearchedIds'

const PAUSE = 400

/**
 * Looks for what was typed once the typing rests, or at once on Enter; `/` brings the keyboard here. Several ids, as they
 * are pasted from a sheet or a mail, stand there as their number.
 */
export function SearchBox({
  value,
  label,
  onSearch,
}: {
  value: string
  label: string
  onSearch: (text: string) => void
}) {
  const t = useT('kit')
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  // The field and the number of ids take turns; the keyboard goes along.
  const goesAlong = useRef(false)
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const [editing, setEditing] = useState(false)
  // The address changed under us: back, a link, a filter that was cleared.
  if (given !== value) {
    setGiven(value)
    setTyped(value)
  }
  const ids = idsIn(typed)
  const folded = ids.length > 1 && !editing
  const tooMany = ids.length > MOST_IDS

  useEffect(() => {
    if (typed.trim() === value || tooMany) return
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value, tooMany, onSearch])

  const focus = () => {
    box.current?.querySelector('button')?.focus()
    input.current?.focus()
  }
  useShortcut('search', () => {
    focus()
    input.current?.select()
  })
  useLayoutEffect(() => {
    if (goesAlong.current) focus()
    goesAlong.current = false
  }, [folded])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!tooMany) onSearch(typed.trim())
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = idsIn(event.clipboardData.getData('text'))
    // A line break would be lost on its way into a field of one line, and two ids would become one.
    if (pasted.length < 2) return
    event.preventDefault()
    setTyped([...new Set([...ids, ...pasted])].join(','))
    setEditing(false)
    goesAlong.current = true
  }
  if (folded) {
    return (
      <SearchedIds
        box={box}
        label={label}
        ids={ids}
        onChange={(text) => {
          setTyped(text)
          onSearch(text)
          goesAlong.current = idsIn(text).length < 2
        }}
      />
    )
  }
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        title={t('kit.search.whole')}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        before={<Search size={18} strokeWidth={1.75} />}
        value={typed}
        onFocus={() => setEditing(true)}
        onBlur={() => setEditing(false)}
        onPaste={paste}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}
