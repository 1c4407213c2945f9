import { Autocomplete } from '@base-ui/react/autocomplete'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { Field } from '../../ui/Field'
import menu from '../../ui/Menu.module.css'
import { TextInput } from '../../ui/TextInput'
import { bankName } from './bankName'
import type { Bank } from './place'
import styles from './place.module.css'
import { useRested } from './useRested'

interface BankFieldProps {
  bank: Bank | null
  onChange: (bank: Bank | null) => void
  error?: string
}

const shownAs = ({ compe, name }: Bank) => [compe, bankName(name)].filter(Boolean).join(' · ')

/** A bank, found by its name, its COMPE or its ISPB. */
export function BankField({ bank, onChange, error }: BankFieldProps) {
  const t = useT('transfers')
  const [typed, setTyped] = useState(bank ? shownAs(bank) : '')
  const search = useRested(typed)
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['banks', search],
    queryFn: ({ signal }) => body(api.GET('/v1/banks', { params: { query: { search } }, signal })),
    enabled: search.trim() !== '' && !bank,
    placeholderData: keepPreviousData,
  })
  const type = (text: string) => {
    setTyped(text)
    const chosen = found.find((each) => shownAs(each) === text) ?? null
    if (chosen?.ispb !== bank?.ispb) onChange(chosen)
  }
  return (
    <Autocomplete.Root
      items={bank || !typed.trim() ? [] : found}
      mode="none"
      value={typed}
      onValueChange={type}
      itemToStringValue={shownAs}
      autoHighlight
    >
      <Field label={t('transfers.add.bank')} hint={t('transfers.add.bank_hint')} error={error} required>
        {(control) => <Autocomplete.Input {...control} render={<TextInput autoComplete="off" />} />}
      </Field>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={menu.positioner} sideOffset={4} collisionPadding={8}>
          <Autocomplete.Popup className={menu.popup}>
            <Autocomplete.Status className={styles.status}>
              {isFetching ? t('transfers.add.looking') : t('transfers.add.found', { count: found.length })}
            </Autocomplete.Status>
            <Autocomplete.List>
              {(each: Bank) => (
                <Autocomplete.Item key={each.ispb} value={each} className={menu.item}>
                  <span className={menu.label}>{shownAs(each)}</span>
                  {!each.pix && (
                    <span className={styles.optional}>
                      {t(each.ted ? 'transfers.add.by_ted_only' : 'transfers.add.without_pix')}
                    </span>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
