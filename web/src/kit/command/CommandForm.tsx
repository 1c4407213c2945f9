import { type ReactNode, useMemo } from 'react'
import type { CommandField, CommandShape } from '../../app/commandShape'
import { COMMANDS } from '../../app/commands'
import type { Translate } from '../../app/i18n'
import { useT } from '../../app/i18n'
import type { SelectOption } from '../../ui/Select'
import type { CommandProps } from './CommandButton'
import { CommandDialog, type Errors, type Subject } from './CommandDialog'
import { useDraft } from './draft'
import type { PlanWords } from './plan'
import { SchemaFields } from './SchemaFields'
import { type CommandName, emptyValues, pathOf, readValues, type Values } from './schema'
import { askPlan, sendAny } from './send'

/** A part of the input that the room draws and reads by itself, under its name. */
export interface OwnPart {
  name: string
  /** Under which the server speaks of it. */
  fields: readonly string[]
  read: (values: Values, t: Translate) => { input: unknown } | { errors: Errors }
  draw: (values: Values, errors: Errors) => ReactNode
  /** After the fields that lead, before the others: what the form is about, as its amount. */
  first?: boolean
}

type Options = Readonly<Record<string, readonly SelectOption[]>>

export interface CommandFormProps<Result> extends CommandProps {
  command: CommandName
  /** The value of `{id}` in the path. */
  ids?: Readonly<Record<string, string>>
  title: string
  submit: string
  /** Before the names of its fields' texts. */
  texts: string
  /** Above the fields: what this does. */
  text?: ReactNode
  danger?: boolean
  /** On whom it acts, or on what, where that is not the chosen merchant. */
  subject?: Subject
  /** Fields that are filled in already. */
  initial?: Values
  /** A few values to choose from; a function if they depend on other fields. */
  options?: Options | ((values: Values) => Options)
  /** Fields that come first, in this order; the others follow as the schema has them. */
  lead?: readonly string[]
  own?: OwnPart
  /** Whole fields that are amounts in minor units, each with its currency; they are typed as money. */
  minor?: (values: Values) => Readonly<Record<string, string>>
  /** Fields that do not matter to what the others say; they are neither drawn nor sent. */
  hidden?: (values: Values) => readonly string[]
  /** Fields that the server leaves open, and that what the others say demands. */
  needed?: (values: Values) => readonly string[]
  /** Text fields that hold a day. */
  days?: (values: Values) => readonly string[]
  /** Values sent without a field, such as a choice that the button made. */
  fixed?: Readonly<Record<string, unknown>>
  /** What only the room knows to be wrong. */
  check?: (values: Values, t: Translate) => Errors
  /** With these it says what would happen before it does. */
  words?: PlanWords
  /** What it acts on is no more when it is done. */
  gone?: boolean
  onDone: (result: Result) => void
}

function leading(lead: readonly string[] | undefined, fields: readonly CommandField[]): CommandField[] {
  const place = ({ name }: CommandField) => (lead?.indexOf(name) ?? -1) + 1 || Number.POSITIVE_INFINITY
  return lead ? fields.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b))) : [...fields]
}

/** The whole form of a Command, made from its schema: fields, limits, plan, call. */
export function CommandForm<Result = unknown>({
  command,
  ids,
  title,
  submit,
  texts,
  text,
  danger,
  subject,
  initial,
  options,
  lead,
  own,
  minor,
  hidden,
  needed,
  days,
  fixed,
  check,
  words,
  gone,
  onDone,
  onClose,
}: CommandFormProps<Result>) {
  const t = useT('common')
  const shape: CommandShape = COMMANDS[command]
  const ownName = own?.name
  const fields = useMemo(
    // What has no control of its own is drawn by the part that the caller draws, or not at all.
    () =>
      leading(
        lead,
        shape.fields.filter(
          ({ name, kind }) => kind !== 'other' && name.split('.')[0] !== ownName && !(fixed && name in fixed),
        ),
      ),
    [shape, ownName, fixed, lead],
  )
  const path = pathOf(shape, ids ?? {})
  const [values, setValues] = useDraft<Values>('values', () => ({ ...emptyValues(fields), ...initial }))
  const planning = useMemo(
    () =>
      words && {
        ask: (input: Record<string, unknown>) => askPlan(shape.method, path, input),
        words,
        atOnce: fields.length === 0,
      },
    [words, shape, path, fields],
  )
  const [unshown, demanded] = [hidden?.(values), needed?.(values)]
  const shown = (some: readonly CommandField[]) =>
    some.flatMap((field) => {
      if (unshown?.includes(field.name)) return []
      return demanded?.includes(field.name) ? { ...field, required: true } : field
    })
  const dayFields = days?.(values)
  const asDays = (some: readonly CommandField[]) =>
    dayFields?.length
      ? some.map((field) => (dayFields.includes(field.name) ? { ...field, kind: 'day' as const } : field))
      : some
  const read = () => {
    const given = readValues(asDays(shown(fields)), values, t)
    const part = own?.read(values, t) ?? { input: undefined }
    const wrong = { ...check?.(values, t), ...('errors' in part && part.errors) }
    const errors = { ...wrong, ...('errors' in given && given.errors) }
    if (Object.keys(errors).length || 'errors' in given || 'errors' in part) return { errors }
    const whole = { ...given.input, ...fixed }
    return { input: own ? { ...whole, [own.name]: part.input } : whole }
  }
  const leaders = fields.filter(({ name }) => lead?.includes(name))
  const drawn = (some: readonly CommandField[], errors: Errors) => (
    <SchemaFields
      fields={asDays(shown(some))}
      texts={texts}
      values={values}
      errors={errors}
      options={typeof options === 'function' ? options(values) : options}
      minor={minor?.(values)}
      onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
    />
  )
  return (
    <CommandDialog<Record<string, unknown>, Result>
      command={command}
      gone={gone}
      title={title}
      submit={submit}
      danger={danger}
      subject={subject}
      fields={[...fields.map(({ name }) => name), ...(own?.fields ?? [])]}
      read={read}
      planning={planning}
      send={(input, header) => sendAny<Result>(command, ids ?? {}, input, header)}
      onDone={onDone}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {text}
          {own?.first && drawn(leaders, errors)}
          {own?.first && own.draw(values, errors)}
          {drawn(own?.first ? fields.filter((field) => !leaders.includes(field)) : fields, errors)}
          {own && !own.first && own.draw(values, errors)}
        </>
      )}
    </CommandDialog>
  )
}
