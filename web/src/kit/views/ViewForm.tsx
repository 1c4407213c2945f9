import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldErrors, linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { type Answered, type Keyed, useCommand } from '../command/useCommand'
import { periodWords } from '../filter/words'
import type { ListState } from '../list/search'
import { canKeepPeriod, definitionOf, type Look, type SavedView, type Viewed } from './definition'
import { changeView, createView, type NewView } from './server'
import styles from './ViewsPanel.module.css'

const LONGEST_NAME = 60

interface ViewFormProps {
  list: Viewed
  /** The server's name of the list. */
  name: string
  state: ListState
  look: Look
  /** The view to rename; null to keep what is on the screen as a new one. */
  view: SavedView | null
  /** Whose people a view can be shared with; null for who may not share. */
  company: string | null
  onDone: (view: SavedView, said: string) => void
  onCancel: () => void
}

export function ViewForm({ list, name, state, look, view, company, onDone, onCancel }: ViewFormProps) {
  const t = useT('common', 'kit', 'views')
  const language = useLanguage()
  const zone = useZone()
  const canKeep = canKeepPeriod(list, state)
  const [typed, setTyped] = useState(view?.name ?? '')
  const [period, setPeriod] = useState(canKeep)
  const [shared, setShared] = useState(view?.shared ?? false)
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const send = async (given: NewView, header: Keyed): Promise<Answered<SavedView>> => {
    if (!view) return createView(name, given, header)
    const data = await changeView(view.id, { name: given.name, shared: given.shared })
    return { data, response: new Response() }
  }
  const { run, pending, failure } = useCommand(send, (saved) =>
    onDone(saved, t('views.saved', { name: saved.name })),
  )
  const refused = fieldErrors(t, failure).name
  const [tried, setTried] = useState('')
  // What was refused is the name that was sent, not what stands there since.
  const stillRefused = typed.trim() === tried && refused

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim()
    setMissing(!wanted)
    setTried(wanted)
    if (wanted) run({ name: wanted, shared, definition: definitionOf(list, state, look, period) })
  }
  return (
    <form className={styles.panel} noValidate onSubmit={submit}>
      <Field label={t('views.name')} required error={(missing && t('common.field_required')) || stillRefused}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            value={typed}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {!view && list.period && (
        <Checkbox
          label={
            canKeep
              ? t('views.with_period', { period: periodWords(t, language, state.period, zone) })
              : t('views.no_period')
          }
          checked={period}
          disabled={!canKeep}
          onChange={setPeriod}
        />
      )}
      {company !== null && (
        <Checkbox label={t('views.share', { company })} checked={shared} onChange={setShared} />
      )}
      {failure !== null && !refused && (
        <Banner tone="error" role="alert">
          {linesOf(t, failure).join(' ')}
        </Banner>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" size="small" disabled={pending} onClick={onCancel}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" size="small" busy={pending}>
          {t('views.save')}
        </Button>
      </div>
    </form>
  )
}
