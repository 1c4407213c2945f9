import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useShortcut } from '../../app/shortcuts'
import { TextInput } from '../../ui/TextInput'
import styles from './FilterBar.module.css'

const PAUSE = 400

/** Looks for what was typed once the typing rests, or at once on Enter; `/` brings the keyboard here. */
export function SearchBox({
  value,
  label,
  onSearch,
}: {
  value: string
  label: string
  onSearch: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  // The address changed under us: back, a link, a filter that was cleared.
  if (given !== value) {
    setGiven(value)
    setTyped(value)
  }

  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])

  useShortcut('search', () => {
    input.current?.focus()
    input.current?.select()
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        before={<Search size={18} strokeWidth={1.75} />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}
