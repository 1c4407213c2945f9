import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { components } from '../../app/api-types'
import { type Translate, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import type { Errors } from '../../kit/command/CommandDialog'
import { CommandForm, type OwnPart } from '../../kit/command/CommandForm'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { type Communication, coafName, optionsOf, ROLES, SERVANTS } from '../pld'
import styles from '../pld.module.css'
import { Typologies } from '../rules/RuleForm'

type Person = Required<components['schemas']['InvolvedPerson']>
type Line = Person & { key: number }

const EMPTY: Person = { document: '', name: '', role: '8', pep: false, obliged: false, public_servant: '0' }

/** The draft of a communication as it stands, to be changed: what it tells, its codes, and everybody involved. */
export default function EditCommunication({ record, onClose }: CommandProps & { record: Communication }) {
  const t = useT('common', 'kit', 'pld')
  const { communication: told } = record
  const [codes, setCodes] = useState(told.codes)
  const [lines, setLines] = useState<Line[]>(() =>
    told.people.map((person, key) => ({ ...EMPTY, ...person, key })),
  )
  const fixed = useMemo(() => ({ case: told.case_id, codes }), [told.case_id, codes])
  return (
    <CommandForm
      command="pld:communication:write"
      subject={{ thing: `${coafName(told.number)} · ${record.subject}` }}
      title={t('pld.acts.edit')}
      submit={t('pld.acts.save')}
      texts="pld.acts.fields"
      text={<p>{t('pld.acts.edit_text')}</p>}
      initial={{
        detail: told.detail,
        first_on: told.first_on,
        last_on: told.last_on,
        credit: told.credit.amount,
        debit: told.debit.amount,
        confirm_codes: told.unconfirmed_by !== null,
      }}
      fixed={fixed}
      own={peoplePart(t, { codes, lines, setCodes, setLines })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

interface Drafted {
  codes: string[]
  lines: readonly Line[]
  setCodes: (codes: string[]) => void
  setLines: PeopleProps['put']
}

/** The part of the form that draws and reads the codes and everybody involved. */
function peoplePart(t: Translate, { codes, lines, setCodes, setLines }: Drafted): OwnPart {
  return {
    name: 'people',
    fields: ['people', 'codes'],
    read: () => {
      const named = lines.filter(({ name, document }) => name.trim() || document.trim())
      if (named.length === 0) return { errors: { people: t('pld.communication.nobody') } }
      if (named.some(({ name, document }) => !name.trim() || !document.trim()))
        return { errors: { people: t('pld.communication.half') } }
      return { input: named.map(involved) }
    },
    draw: (_, errors) => (
      <>
        <Typologies codes={codes} put={setCodes} />
        {errors.codes && <p className={styles.problem}>{errors.codes}</p>}
        <People lines={lines} put={setLines} errors={errors} />
      </>
    ),
  }
}

function involved({ document, name, role, pep, obliged, public_servant }: Line): Person {
  return { document: document.trim(), name: name.trim(), role, pep, obliged, public_servant }
}

interface PeopleProps {
  lines: readonly Line[]
  put: (change: (now: Line[]) => Line[]) => void
  errors: Errors
}

function People({ lines, put, errors }: PeopleProps) {
  const t = useT('pld')
  const change = (key: number, more: Partial<Person>) =>
    put((now) => now.map((line) => (line.key === key ? { ...line, ...more } : line)))
  return (
    <fieldset className={styles.lines}>
      <legend>{t('pld.communication.people')}</legend>
      {lines.map((line, place) => (
        <fieldset key={line.key} className={styles.person}>
          <legend>{t('pld.communication.person', { n: place + 1 })}</legend>
          <Field label={t('pld.column.name')}>
            {(given) => (
              <TextInput
                {...given}
                maxLength={150}
                value={line.name}
                onChange={({ target }) => change(line.key, { name: target.value })}
              />
            )}
          </Field>
          <Field label={t('pld.communication.document')}>
            {(given) => (
              <TextInput
                {...given}
                maxLength={18}
                value={line.document}
                onChange={({ target }) => change(line.key, { document: target.value })}
              />
            )}
          </Field>
          <Field label={t('pld.communication.role')}>
            {(given) => (
              <Select
                id={given.id}
                options={optionsOf(t, 'role', ROLES)}
                value={line.role}
                onChange={(role) => change(line.key, { role })}
              />
            )}
          </Field>
          <Field label={t('pld.communication.public_servant')}>
            {(given) => (
              <Select
                id={given.id}
                options={optionsOf(t, 'servant', SERVANTS)}
                value={line.public_servant}
                onChange={(public_servant) => change(line.key, { public_servant })}
              />
            )}
          </Field>
          <div className={styles.bar}>
            <Checkbox
              label={t('pld.communication.pep')}
              checked={line.pep}
              onChange={(pep) => change(line.key, { pep })}
            />
            <Checkbox
              label={t('pld.communication.obliged')}
              checked={line.obliged}
              onChange={(obliged) => change(line.key, { obliged })}
            />
            <IconButton
              size="small"
              label={t('pld.communication.remove', { name: line.name || String(place + 1) })}
              icon={<Trash2 size={16} strokeWidth={1.75} />}
              onClick={() => put((now) => now.filter(({ key }) => key !== line.key))}
            />
          </div>
        </fieldset>
      ))}
      {errors.people && <p className={styles.problem}>{errors.people}</p>}
      <Button
        size="small"
        variant="secondary"
        icon={<Plus size={16} strokeWidth={1.75} />}
        onClick={() =>
          put((now) => [...now, { ...EMPTY, key: Math.max(-1, ...now.map(({ key }) => key)) + 1 }])
        }
      >
        {t('pld.communication.more')}
      </Button>
    </fieldset>
  )
}
