import type { Client } from 'openapi-fetch'
import { api } from '../app/api'

/** What the server tells of access control, and its calls. Times are RFC 3339; ids of people and keys are UUIDs, of roles numbers. */

export interface Moment {
  at: string
  name: string
  actor: string
  data: Record<string, unknown>
}

export interface UserRow {
  id: string
  name: string
  email: string
  status: string
  roles: string[]
  role_ids: number[]
  company_id: number
  company_name: string
  /** Those they may see. */
  companies: number[]
  two_factor: boolean
  sensitive: boolean
  last_sign_in_at: string | null
  created_at: string
  invited_by: string | null
  /** Told to staff only. */
  internal?: boolean
}

export interface UserSession {
  id: string
  device: string
  ip: string | null
  created_at: string
  last_seen_at: string
  two_factor: boolean
}

export interface UserRecord extends UserRow {
  permissions: string[]
  sessions: UserSession[]
  /** The newest first. */
  trail: Moment[]
}

export interface Invited {
  invited: { id: string; email: string }[]
  refused: { email: string; reason: string }[]
}

export interface RoleRow {
  id: number
  name: string
  company_id: number
  company_name: string
  permissions: string[]
  people: number
  keys: number
  /** Names of pairs of permissions that one person should not hold together. */
  toxic: string[]
  updated_at: string
}

export interface PersonOf {
  id: string
  name: string
  email: string
}

export interface RoleRecord extends RoleRow {
  holders: PersonOf[]
  trail: Moment[]
}

export interface RoleInput {
  name: string
  permissions: string[]
}

export interface KeyOf {
  id: string
  name: string
}

/** What would change, before it does. */
export interface RolePlan {
  added: string[]
  removed: string[]
  people: PersonOf[]
  keys: KeyOf[]
  toxic: { name: string; permissions: string[] }[]
  /** Permissions that the one who asks does not hold, and so cannot give. */
  not_yours: string[]
}

export interface Module {
  module: string
  view: string[]
  edit: string[]
}

export interface Holders {
  people: (PersonOf & { company_id: number; roles: string[] })[]
  keys: KeyOf[]
}

export interface KeyRow {
  id: string
  name: string
  role_id: number
  role_name: string
  prefix: string
  addresses: string[]
  expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  status: string
  grace_until: string | null
  created_at: string
  created_by: string | null
}

/** The only answers that carry the secret. */
export interface KeyMade extends KeyRow {
  secret: string
}

interface Call<Output, Path = undefined, Input = undefined> {
  parameters: {
    query?: Record<string, string>
    header?: { 'Idempotency-Key'?: string }
    cookie?: never
  } & (Path extends undefined ? { path?: never } : { path: Path })
  requestBody: { content: { 'application/json': Input } }
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Output } } }
}

interface Get<Output, Path = undefined> {
  get: Omit<Call<Output, Path>, 'requestBody'>
}
interface Post<Output, Path, Input> {
  post: Call<Output, Path, Input>
}
interface Put<Output, Path, Input> {
  put: Call<Output, Path, Input>
}

interface User {
  id: string
}
interface Role {
  id: string
}
type Empty = Record<string, never>

export interface AccessPaths {
  '/rbac/users/{id}': Get<UserRecord, User>
  '/rbac/users/invitations': Post<
    Invited,
    undefined,
    { emails: string[]; name?: string; roles: number[]; companies?: number[]; locale?: 'pt' | 'en' }
  >
  '/rbac/users/{id}/resend': Post<UserRow, User, Empty>
  '/rbac/users/{id}/roles': Put<UserRow, User, { roles: number[] }>
  '/rbac/users/{id}/companies': Put<UserRow, User, { companies: number[] }>
  '/rbac/users/{id}/suspend': Post<UserRow, User, { reason: string }>
  '/rbac/users/{id}/restore': Post<UserRow, User, Empty>
  '/rbac/users/{id}/end-sessions': Post<UserRow, User, Empty>
  '/rbac/users/{id}/reset-two-factor': Post<UserRow, User, { digits?: string; assertion?: object }>
  '/rbac/roles': Get<RoleRow[]> & Post<RoleRow, undefined, RoleInput>
  '/rbac/roles/{id}': Get<RoleRecord, Role> &
    Put<RoleRow, Role, Partial<RoleInput>> & { delete: Omit<Call<object, Role>, 'requestBody'> }
  '/rbac/roles/plan': Post<RolePlan, undefined, { id?: number; permissions: string[] }>
  '/rbac/permissions': Get<Module[]>
  '/rbac/permissions/{permission}/holders': Get<Holders, { permission: string }>
  '/rbac/keys': Post<
    KeyMade,
    undefined,
    { name: string; role_id: number; addresses?: string[]; expires_at?: string }
  >
  '/rbac/keys/{id}': {
    patch: Call<KeyRow, User, { name?: string; addresses?: string[]; expires_at?: string | null }>
  }
  '/rbac/keys/{id}/rotate': Post<KeyMade, User, { grace_minutes: number }>
  '/rbac/keys/{id}/revoke': Post<KeyRow, User, Empty>
}

/** The client, with the calls of these screens. */
export const access = api as unknown as Client<AccessPaths>
