import type { CommandField, CommandShape } from '../../app/commandShape'
import type { COMMANDS } from '../../app/commands'
import type { Translate } from '../../app/i18n'
import { readDay, showDay } from '../date/day'
import type { Errors } from './corrected'

/** What a form holds: name of a field → minor units, text, or yes and no; as they are typed. */
export type Values = Record<string, string | number | boolean | null>

export type CommandName = keyof typeof COMMANDS

/** What each field holds before anybody has typed. */
export function emptyValues(fields: readonly CommandField[]): Values {
  return Object.fromEntries(
    fields.map(({ name, kind, usual }) => [
      name,
      usual ?? (kind === 'money' ? null : kind === 'flag' ? false : ''),
    ]),
  )
}

/** The parts of the input in which something is given. */
export function groupsBegun(fields: readonly CommandField[], values: Values): ReadonlySet<string> {
  return new Set(fields.flatMap(({ name, group }) => (group && !isEmpty(values[name]) ? [group] : [])))
}

/** The input of a Command out of its form, by the limits that the server names; what only a room knows it adds itself. */
export function readValues(
  fields: readonly CommandField[],
  values: Values,
  t: Translate,
): { input: Record<string, unknown> } | { errors: Errors } {
  const begun = groupsBegun(fields, values)
  const errors: Errors = {}
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const { name, group } = field
    // A part of the input that nobody has begun is left out whole.
    if (group && !begun.has(group)) {
      input[group] = null
      continue
    }
    const wrong = problemOf(field, values[name], t)
    if (wrong) errors[name] = wrong
    put(input, name.split('.'), valueOf(field, values[name]))
  }
  return Object.keys(errors).length ? { errors } : { input }
}

function isEmpty(value: Values[string] | undefined): boolean {
  return value === undefined || value === null || value === false || String(value).trim() === ''
}

function problemOf(field: CommandField, value: Values[string] | undefined, t: Translate): string | null {
  if (isEmpty(value)) return field.required && field.kind !== 'flag' ? t('common.field_required') : null
  if (field.kind === 'text' && field.most && String(value).trim().length > field.most) {
    return t('common.too_long')
  }
  // What is being typed is no day yet.
  if (field.kind === 'day') return readDay(showDay(String(value))) ? null : t('common.field_invalid')
  if (field.kind === 'whole') {
    const number = Number(value)
    const within = number >= (field.least ?? -Infinity) && number <= (field.most ?? Infinity)
    return Number.isSafeInteger(number) && within ? null : t('common.out_of_range')
  }
  return null
}

function valueOf({ kind, usual }: CommandField, value: Values[string] | undefined): unknown {
  if (kind === 'flag') return value === true
  // A text that is empty unless somebody says something is never null.
  if (isEmpty(value)) return usual === '' ? '' : null
  if (kind === 'money') return { amount: Number(value), currency: 'BRL' }
  if (kind === 'whole') return Number(value)
  return String(value).trim()
}

function put(input: Record<string, unknown>, path: string[], value: unknown): void {
  const [first = '', ...rest] = path
  if (!rest.length) {
    input[first] = value
    return
  }
  const inner = (input[first] ??= {}) as Record<string, unknown>
  put(inner, rest, value)
}

/** The address of a Command on something. */
export function pathOf(shape: CommandShape, ids: Readonly<Record<string, string>>): string {
  return shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
}
