import { useQuery } from '@tanstack/react-query'
import { type Answer, api, body } from '../../app/api'
import { CallError } from '../../app/errors'

export type Address = Answer<'/v1/postal-codes/{postal_code}', 'get'>

/** `unknown`: there is no such postal code. `unavailable`: nobody can say now; the person types the address. */
export type Lookup =
  | { state: 'idle' | 'looking' | 'unknown' | 'unavailable'; address: null }
  | { state: 'found'; address: Address }

export const POSTAL_CODE_LENGTH = 8

/** The digits of what somebody typed, pasted dots and dashes left out. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** `01001000` → `01001-000`; anything else comes back as it is. */
export function formatPostalCode(text: string): string {
  const digits = digitsOf(text)
  return digits.length === POSTAL_CODE_LENGTH ? `${digits.slice(0, 5)}-${digits.slice(5)}` : text
}

/** Looks an address up as soon as eight digits are there. A failure is a state, never an obstacle. */
export function usePostalCode(text: string): Lookup {
  const digits = digitsOf(text)
  const complete = digits.length === POSTAL_CODE_LENGTH
  const { data, error } = useQuery({
    queryKey: ['postal-code', digits],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/postal-codes/{postal_code}', { params: { path: { postal_code: digits } }, signal })),
    enabled: complete,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!complete) return { state: 'idle', address: null }
  if (data) return { state: 'found', address: data }
  if (!error) return { state: 'looking', address: null }
  const unknown = error instanceof CallError && error.status === 404
  return { state: unknown ? 'unknown' : 'unavailable', address: null }
}
