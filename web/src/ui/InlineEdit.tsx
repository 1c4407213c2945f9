import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../app/i18n'
import { Button } from './Button'
import { Field } from './Field'
import styles from './InlineEdit.module.css'
import { TextInput } from './TextInput'

export interface InlineEditProps {
  label: ReactNode
  /** Name of the button that enables the field. */
  editLabel: string
  value: string
  maxLength?: number
  autoComplete?: string
  /** What is wrong with a typed value, or null. */
  problem: (value: string) => string | null
  /** Saves; true when it was saved. */
  onSave: (value: string) => Promise<boolean>
}

/** A field that is read until its button enables it, and saved by its form. Escape gives up. */
export function InlineEdit({
  label,
  editLabel,
  value,
  maxLength,
  autoComplete = 'off',
  problem,
  onSave,
}: InlineEditProps) {
  const t = useT('common')
  /** What is typed; null while the field is only read. */
  const [typed, setTyped] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const editing = typed !== null
  const wrong = typed === null ? null : problem(typed.trim())
  const was = useRef(false)

  useEffect(() => {
    if (editing) input.current?.select()
    else if (was.current) button.current?.focus()
    was.current = editing
  }, [editing])

  function stop() {
    setTyped(null)
    setTried(false)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (typed === null || saving) return
    setTried(true)
    if (wrong) return input.current?.focus()
    const next = typed.trim()
    if (next === value) return stop()
    setSaving(true)
    const saved = await onSave(next)
    setSaving(false)
    if (saved) stop()
    else input.current?.focus()
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field className={styles.field} label={label} error={tried && wrong}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            readOnly={!editing || saving}
            className={editing ? undefined : styles.still}
            autoComplete={autoComplete}
            maxLength={maxLength}
            value={typed ?? value}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && !saving && stop()}
          />
        )}
      </Field>
      {editing ? (
        <div className={styles.buttons}>
          <Button variant="secondary" disabled={saving} onClick={stop}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" busy={saving}>
            {t('common.action.save')}
          </Button>
        </div>
      ) : (
        <Button ref={button} variant="secondary" aria-label={editLabel} onClick={() => setTyped(value)}>
          {t('common.action.edit')}
        </Button>
      )}
    </form>
  )
}
