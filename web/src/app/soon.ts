import type { Client } from 'openapi-fetch'
import { api } from './api'

/** Calls that the server's OpenAPI document does not hold yet, with the types it will give them. */

interface None {
  query?: never
  header?: never
  path?: never
  cookie?: never
}

type Operation<Body, Reply, Parameters = None> = {
  parameters: Parameters
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Reply } } }
} & ([Body] extends [never]
  ? { requestBody?: never }
  : { requestBody: { content: { 'application/json': Body } } })

interface Bot extends Omit<None, 'header'> {
  header?: { 'X-Bot-Check'?: string }
}

interface Id extends Omit<None, 'path'> {
  path: { id: string }
}

export interface SaidBody {
  status: boolean
  statusCode: number
  message: string
}

export interface Passkey {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}

export interface Profile {
  name: string
  email: string
  locale: 'pt' | 'en' | null
  pendingEmail?: string | null
}

interface Soon {
  '/auth/login': {
    post: Operation<
      { email: string; password: string; digits?: string | null; assertion?: object | null },
      {
        token?: string | null
        refreshToken?: string | null
        twoFactorRequired: boolean
        methods?: string[]
        challenge?: PublicKeyCredentialRequestOptionsJSON | null
      },
      Bot
    >
  }
  '/auth/forgot': {
    post: Operation<{ email: string } | { rememberToken: string; newPassword: string }, SaidBody, Bot>
  }
  '/auth/passkeys/options': { post: Operation<never, PublicKeyCredentialCreationOptionsJSON> }
  '/auth/passkeys': {
    get: Operation<never, Passkey[]>
    post: Operation<{ name: string; credential: object }, Passkey>
  }
  '/auth/passkeys/{id}': { delete: Operation<never, SaidBody, Id> }
  '/rbac/profile': { get: Operation<never, Profile>; patch: Operation<{ name: string }, Profile> }
  '/rbac/profile/email': { post: Operation<{ email: string; password: string }, SaidBody> }
  '/rbac/profile/email/confirm': { post: Operation<{ token: string }, SaidBody> }
}

export const soon = api as unknown as Client<Soon>
