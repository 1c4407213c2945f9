import { Search } from 'lucide-react'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useT } from '../../app/i18n'
import { useShortcut } from '../../app/shortcuts'
import { TextInput } from '../../ui/TextInput'
import { areIds, idsIn, MOST_IDS } from '../list/search'
import styles from './SearchBox.module.css'
import { SearchedIds } from './SearchedIds'

const PAUSE = 400

/**
 * Looks for what was typed once the typing rests, or at once on Enter; `/` brings the keyboard here. Until then what is
 * typed stands in the field alone: a key draws nothing. Several ids, as they are pasted from a sheet or a mail, stand there
 * as their number.
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
  /** As of when the typing rested. */
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const [editing, setEditing] = useState(false)
  // The address changed: by us, or by a step back, a link, a filter that was cleared.
  if (given !== value) {
    setGiven(value)
    setTyped(value)
  }
  const ids = idsIn(typed)
  const folded = areIds(ids) && !editing
  const { look, later } = useRest({
    value,
    onSearch,
    onRest: setTyped,
    onOthers: (text) => {
      if (input.current) input.current.value = text
    },
  })

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
    look(input.current?.value ?? typed)
  }
  /** Escape empties the box, as the browser does; of an empty one it leads to the rows, where J and K work. */
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && event.currentTarget.value === '') event.currentTarget.blur()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = idsIn(event.clipboardData.getData('text'))
    // A line break would be lost on its way into a field of one line, and two ids would become one.
    if (pasted.length < 2) return
    event.preventDefault()
    const field = event.currentTarget
    field.value = [...new Set([...idsIn(field.value), ...pasted])].join(',')
    setTyped(field.value)
    setEditing(false)
    later(field.value)
    goesAlong.current = true
  }
  if (folded) {
    return (
      <SearchedIds
        box={box}
        label={label}
        ids={ids}
        onChange={(text) => {
          look(text)
          goesAlong.current = !areIds(idsIn(text))
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
        title={`${t('kit.search.whole')}. ${t('kit.search.sentences')}`}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        before={<Search size={18} strokeWidth={1.75} />}
        defaultValue={typed}
        onFocus={() => setEditing(true)}
        onBlur={(event) => {
          setTyped(event.target.value)
          setEditing(false)
        }}
        onKeyDown={leave}
        onPaste={paste}
        onChange={(event) => later(event.target.value)}
      />
    </form>
  )
}

interface Rest {
  /** What the address holds. */
  value: string
  onSearch: (text: string) => void
  /** What stands there when the typing rests. */
  onRest: (text: string) => void
  /** The address holds something else, and not by this search. */
  onOthers: (text: string) => void
}

/** Looks for a text now, or as soon as the typing rests; more ids than can be looked for at once are not looked for. */
function useRest(now: Rest) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What was looked for and the address does not say yet, in that order. */
  const asked = useRef<string[]>([])
  // The typing may outlast what the page was like when it began.
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })
  const { value } = now
  useLayoutEffect(() => {
    const own = asked.current.indexOf(value)
    asked.current = own < 0 ? [] : asked.current.slice(own + 1)
    // Who types on while the address follows loses no letter.
    if (own >= 0) return
    clearTimeout(timer.current)
    latest.current.onOthers(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const look = (text: string) => {
    clearTimeout(timer.current)
    latest.current.onRest(text)
    if (idsIn(text).length > MOST_IDS) return
    if (text.trim() !== latest.current.value) asked.current.push(text.trim())
    latest.current.onSearch(text.trim())
  }
  const later = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (text.trim() === latest.current.value) latest.current.onRest(text)
      else look(text)
    }, PAUSE)
  }
  return { look, later }
}
