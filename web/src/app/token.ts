import { TOKEN_MIN_LIFE_SECONDS } from './constants'

export interface TokenPayload {
  exp: number
  email?: string
}

/** The payload of a signed token, unverified (only the server can verify it); null when it cannot be decoded. */
export function decodeToken(token: string | null | undefined): TokenPayload | null {
  const part = token?.split('.')[1]
  if (!part) return null
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    )
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const { exp, email } = payload as Partial<TokenPayload>
    return typeof exp === 'number' ? { exp, ...(typeof email === 'string' && { email }) } : null
  } catch {
    return null
  }
}

/** Valid: there, decodable, and with more than five seconds to live. */
export function isTokenValid(token: string | null | undefined, now = Date.now()): boolean {
  const payload = decodeToken(token)
  return payload !== null && payload.exp - now / 1000 > TOKEN_MIN_LIFE_SECONDS
}
