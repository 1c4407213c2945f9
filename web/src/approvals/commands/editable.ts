import type { CommandField, CommandShape } from '../../app/commandShape'
import { COMMANDS } from '../../app/commands'
import { hasText } from '../../app/i18n'
import { type CommandName, emptyValues, type Values } from '../../kit/command/schema'
import type { Approval } from '../approvals'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The one id that is chosen here too: where money goes. */
export const BANK_ACCOUNT = 'bank_account'

/** What of a request can be typed anew; whom or what another id names is chosen where it is asked for, not here. */
export function editable({
  command,
  input,
  plan,
}: Pick<Approval, 'command' | 'input' | 'plan'>): readonly CommandField[] {
  const shape: CommandShape | undefined = COMMANDS[command as CommandName]
  // What other facts tell is an id, too.
  const elsewhere = new Set(plan.facts.filter(({ value }) => value === null).map(({ field }) => field))
  return (shape?.fields ?? []).filter(({ name, kind }) => {
    const given = at(input, name)
    const named = name !== BANK_ACCOUNT && typeof given === 'string' && ID.test(given)
    if (elsewhere.has(name) && given !== null) return false
    return kind !== 'other' && !named && hasText(`approvals.field.${name.replaceAll('.', '_')}`)
  })
}

/** What the form holds before anybody has typed: what was asked for. */
export function valuesOf(fields: readonly CommandField[], input: Approval['input']): Values {
  const asked = fields.map(({ name, kind }): [string, Values[string]] => {
    const value = at(input, name)
    if (kind === 'money') return [name, (value as { amount: number } | null)?.amount ?? null]
    return [name, (value as Values[string]) ?? '']
  })
  return { ...emptyValues(fields), ...Object.fromEntries(asked) }
}

/** The input with what was typed; the rest of it stays as it was asked for. */
export function merged(input: Approval['input'], typed: Record<string, unknown>): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...input }
  for (const [name, value] of Object.entries(typed)) {
    const before = whole[name]
    whole[name] = isGroup(before) && isGroup(value) ? { ...before, ...value } : value
  }
  return whole
}

function at(input: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => (isGroup(inner) ? inner[name] : undefined), input) ?? null
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
