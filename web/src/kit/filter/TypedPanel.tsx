import { type FormEvent, useState } from 'react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { documentProblem, plainDocument } from '../documents'
import type { TypedFilter } from '../list/definition'
import styles from './panels.module.css'

/** A value that a column must have, as a person types or pastes it. */
export default function TypedPanel({
  filter,
  title,
  value = '',
  onChange,
}: {
  filter: TypedFilter
  title: string
  value: string | undefined
  onChange: (value: string) => void
}) {
  const t = useT('kit')
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(false)
  const wanted = filter.kind === 'document' ? plainDocument(typed) : typed.trim()
  const error = !wanted
    ? t('kit.filter.no_value')
    : filter.kind === 'document' && documentProblem(wanted) !== null && t('kit.filter.no_document')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!error) onChange(wanted)
  }
  return (
    <form className={styles.amounts} onSubmit={apply}>
      <Field label={t(title)} error={asked && error}>
        {(control) => (
          <TextInput
            {...control}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        {t('kit.filter.apply')}
      </Button>
    </form>
  )
}
