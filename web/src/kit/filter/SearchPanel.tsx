import { type FormEvent, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { TextArea } from '../../ui/TextInput'
import { formatNumber } from '../format'
import { idsIn, MOST_IDS } from '../list/search'
import styles from './panels.module.css'

/** The searched ids, one a line, to be changed. */
export default function SearchPanel({
  ids: given,
  onChange,
}: {
  ids: readonly string[]
  onChange: (text: string) => void
}) {
  const t = useT('kit')
  const language = useLanguage()
  const [text, setText] = useState(given.join('\n'))
  const ids = idsIn(text)
  const number = formatNumber(ids.length, language)
  const tooMany = ids.length > MOST_IDS
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!tooMany) onChange(ids.join(','))
  }
  return (
    <form className={styles.ids} onSubmit={apply}>
      <Field
        label={t('kit.search.title')}
        hint={t('kit.search.ids', { number })}
        error={tooMany && t('kit.search.too_many', { most: formatNumber(MOST_IDS, language), number })}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={10}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        {t('kit.filter.apply')}
      </Button>
    </form>
  )
}
