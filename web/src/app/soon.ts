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

export interface RecoveryCodes {
  recoveryCodes: string[]
}

export interface Passkey {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}

export interface OwnSession {
  id: string
  current: boolean
  created_at: string
  last_seen_at: string
  ip: string | null
  user_agent: string | null
  device: string
  two_factor: boolean
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
  '/auth/password': { post: Operation<{ oldPassword: string; newPassword: string }, SaidBody> }
  '/auth/confirm': { post: Operation<{ password: string }, SaidBody> }
  '/auth/twoFactor': {
    post: Operation<
      { digits?: string; secret?: string },
      { qrCode?: string; secret?: string } & Partial<RecoveryCodes>
    >
  }
  '/auth/recovery-codes': { get: Operation<never, { left: number }>; post: Operation<never, RecoveryCodes> }
  '/auth/passkeys/options': { post: Operation<never, PublicKeyCredentialCreationOptionsJSON> }
  '/auth/passkeys': {
    get: Operation<never, Passkey[]>
    post: Operation<{ name: string; credential: object }, Passkey>
  }
  '/auth/passkeys/{id}': { delete: Operation<never, SaidBody, Id> }
  '/auth/sessions': { get: Operation<never, OwnSession[]>; delete: Operation<never, SaidBody> }
  '/auth/sessions/{id}': { delete: Operation<never, SaidBody, Id> }
  '/rbac/profile': { get: Operation<never, Profile>; patch: Operation<{ name: string }, Profile> }
  '/rbac/profile/email': { post: Operation<{ email: string; password: string }, SaidBody> }
  '/rbac/profile/email/confirm': { post: Operation<{ token: string }, SaidBody> }
}

export const soon = api as unknown as Client<Soon>
