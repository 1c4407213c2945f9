import { addressOf } from '../../app/calls'
import { CallError, statusText } from '../../app/errors'
import { call } from '../../app/session'
import type { Plan } from './plan'
import type { Answered, Keyed } from './useCommand'

/** Calls a Command by its name's method and path; what it takes and answers stands in the contract. */

async function send<T>(
  method: string,
  path: string,
  input: Record<string, unknown>,
  header: Partial<Keyed>,
): Promise<Answered<T>> {
  const request = new Request(addressOf(path), {
    method,
    headers: { 'Content-Type': 'application/json', ...header },
    body: JSON.stringify(input),
  })
  const response = await call(request)
  const data: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new CallError(statusText(response.status), response.status, data, response.headers)
  return { data: data as T, response }
}

export function sendCommand<T>(
  method: string,
  path: string,
  input: Record<string, unknown>,
  header: Keyed,
): Promise<Answered<T>> {
  return send<T>(method, path, input, header)
}

export async function askPlan(method: string, path: string, input: Record<string, unknown>): Promise<Plan> {
  return (await send<Plan>(method, `${path}/plan`, input, {})).data
}
