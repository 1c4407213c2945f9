import { Search } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../app/i18n'
import { DatePicker } from '../kit/date/DatePicker'
import { Checkbox } from '../ui/Checkbox'
import { Field } from '../ui/Field'
import { InlineEdit } from '../ui/InlineEdit'
import { MoneyInput } from '../ui/MoneyInput'
import { PasswordInput } from '../ui/PasswordInput'
import { Select } from '../ui/Select'
import { TextArea, TextInput } from '../ui/TextInput'
import { Line, Part } from './Part'
import styles from './showcase.module.css'

export function Fields() {
  const t = useT('common', 'showcase')
  const [amount, setAmount] = useState<number | null>(1_249_990)
  const [choice, setChoice] = useState('first')
  const [ticked, setTicked] = useState(true)
  const [day, setDay] = useState<string | null>('2026-11-20')
  const [name, setName] = useState(t('showcase.person'))
  const nothing = () => undefined
  return (
    <Part name="fields">
      <div className={styles.grid}>
        <Field label={t('showcase.field.name')} hint={t('showcase.field.hint')} required>
          {(control) => <TextInput {...control} defaultValue={t('showcase.person')} />}
        </Field>
        <Field label={t('showcase.field.wrong')} error={t('showcase.field.wrong_text')}>
          {(control) => <TextInput {...control} defaultValue="?" />}
        </Field>
        <Field label={t('common.action.search')}>
          {(control) => (
            <TextInput
              {...control}
              before={<Search size={18} strokeWidth={1.75} />}
              placeholder={t('showcase.field.empty')}
            />
          )}
        </Field>
        <Field label={t('showcase.word.disabled')}>
          {(control) => <TextInput {...control} disabled defaultValue={t('showcase.person')} />}
        </Field>
        <Field label={t('common.field.password')}>
          {(control) => <PasswordInput {...control} defaultValue="not-a-secret" autoComplete="off" />}
        </Field>
        <Field label={t('common.field.amount')}>
          {(control) => <MoneyInput {...control} value={amount} onChange={setAmount} />}
        </Field>
        <Field label={t('showcase.field.choice')}>
          {(control) => (
            <Select
              id={control.id}
              value={choice}
              onChange={setChoice}
              options={[
                { value: 'first', label: t('showcase.field.first') },
                { value: 'second', label: t('showcase.field.second') },
              ]}
            />
          )}
        </Field>
        <DatePicker label={t('showcase.field.day')} value={day} onChange={setDay} />
        <Field label={t('showcase.field.note')}>{(control) => <TextArea {...control} />}</Field>
        <InlineEdit
          label={t('showcase.field.nickname')}
          editLabel={t('showcase.field.edit')}
          value={name}
          problem={(typed) => (typed ? null : t('common.field_required'))}
          onSave={async (typed) => {
            setName(typed)
            return true
          }}
        />
      </div>
      <Line>
        <Checkbox label={t('showcase.field.on')} checked={ticked} onChange={setTicked} />
        <Checkbox label={t('showcase.field.off')} checked={!ticked} onChange={() => setTicked(!ticked)} />
        <Checkbox label={t('showcase.field.some')} checked={false} indeterminate onChange={nothing} />
        <Checkbox label={t('showcase.word.disabled')} checked disabled onChange={nothing} />
      </Line>
    </Part>
  )
}
