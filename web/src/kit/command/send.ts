import type { Answer } from '../../app/api'
import type { paths } from '../../app/api-types'
import { addressOf } from '../../app/calls'
import type { CommandShape } from '../../app/commandShape'
import { COMMANDS } from '../../app/commands'
import { CallError, statusText, UNREADABLE } from '../../app/errors'
import { call } from '../../app/session'
import type { Plan } from './plan'
import { type CommandName, pathOf } from './schema'
import type { Answered, Keyed } from './useCommand'

/** The one client of Commands: each is called by its name, and takes and answers what the contract says of it. */

type Shape<Name extends CommandName> = (typeof COMMANDS)[Name]
type Operation<Path, Method> = Path extends keyof paths
  ? Method extends keyof paths[Path]
    ? paths[Path][Method]
    : never
  : never

/** What a Command takes. */
export type InputOf<Name extends CommandName> =
  Operation<Shape<Name>['path'], Lowercase<Shape<Name>['method']>> extends {
    requestBody?: { content: { 'application/json': infer Body } }
  }
    ? Body
    : never

/** What it answers once it is done. */
export type ResultOf<Name extends CommandName> = Shape<Name>['path'] extends keyof paths
  ? Answer<Shape<Name>['path'], Lowercase<Shape<Name>['method']>>
  : never

async function send<T>(
  { method, path }: Pick<CommandShape, 'method' | 'path'>,
  input: object,
  header: Partial<Keyed>,
): Promise<Answered<T>> {
  const request = new Request(addressOf(path), {
    method,
    headers: { 'Content-Type': 'application/json', ...header },
    body: JSON.stringify(input),
  })
  const response = await call(request)
  if (response.ok) return { data: await response.json().catch(unreadable), response }
  const said: unknown = await response.json().catch(() => null)
  throw new CallError(statusText(response.status), response.status, said, response.headers)
}

/** An answer that broke off on its way is none: nobody knows what came of the call. */
function unreadable(reason: unknown): never {
  throw reason instanceof SyntaxError ? new CallError(UNREADABLE) : reason
}

/** Runs a Command; `ids` are its path parameters. */
export function sendCommand<Name extends CommandName>(
  command: Name,
  ids: Readonly<Record<string, string>>,
  input: InputOf<Name>,
  header: Keyed,
): Promise<Answered<ResultOf<Name>>> {
  return sendAny(command, ids, input as object, header)
}

/** Runs a Command whose form is made from its schema: what it holds was read by that. */
export function sendAny<Result>(
  command: CommandName,
  ids: Readonly<Record<string, string>>,
  input: object,
  header: Keyed,
): Promise<Answered<Result>> {
  const shape: CommandShape = COMMANDS[command]
  return send<Result>({ method: shape.method, path: pathOf(shape, ids) }, input, header)
}

export async function askPlan(
  method: CommandShape['method'],
  path: string,
  input: Record<string, unknown>,
): Promise<Plan> {
  return (await send<Plan>({ method, path: `${path}/plan` }, input, {})).data
}
