import type { components } from '../app/api-types'

/** What the server tells of access control, by the names that these screens use. */

type Schemas = components['schemas']

export type UserRow = Schemas['User']
export type UserRecord = Schemas['UserRecord']
export type UserSession = Schemas['UserSession']
export type Moment = UserRecord['trail'][number]
export type Invited = Schemas['Invitations']

export type RoleRow = Schemas['Role']
export type RoleRecord = Schemas['RoleRecord']
export type RoleInput = Schemas['RoleInput']
/** What would change, before it does; `not_yours` cannot be given by the one who asks. */
export type RolePlan = Schemas['Plan']

/** The permissions of a module: what only reads, and what changes something. */
export type Module = Schemas['PermissionModule']
export type Holders = Schemas['Holders']

export type KeyRow = Schemas['Key']
/** The only answers that carry the secret. */
export type KeyMade = Schemas['KeyWithSecret']
