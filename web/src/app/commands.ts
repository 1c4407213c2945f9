// Written by `make generate` from the contract of the server. Not edited by hand.

export interface CommandField {
  /** As the server names it: `amount`, `payer.name`. */
  name: string
  kind: 'text' | 'money' | 'whole' | 'flag' | 'choice' | 'other'
  required: boolean
  /** The part of the input that is left out as a whole when none of its fields is filled. */
  group?: string
  most?: number
  least?: number
  choices?: readonly string[]
  usual?: string | number | boolean
}

export interface CommandShape {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  permission: string
  /** Whether what it would do can be asked for first, at `<path>/plan`. */
  plan: boolean
  fields: readonly CommandField[]
}

export const COMMANDS = {
  "access:key:change": {"method": "PATCH", "path": "/rbac/keys/{id}", "permission": "rbac::keys:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": false}, {"name": "addresses", "kind": "other", "required": false}, {"name": "expires_at", "kind": "text", "required": false}]},
  "access:key:create": {"method": "POST", "path": "/rbac/keys", "permission": "rbac::keys:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": true}, {"name": "role_id", "kind": "whole", "required": true, "most": 2147483647, "least": 1}, {"name": "addresses", "kind": "other", "required": false, "usual": []}, {"name": "expires_at", "kind": "text", "required": false}]},
  "access:key:revoke": {"method": "POST", "path": "/rbac/keys/{id}/revoke", "permission": "rbac::keys:write", "plan": false, "fields": []},
  "access:key:rotate": {"method": "POST", "path": "/rbac/keys/{id}/rotate", "permission": "rbac::keys:write", "plan": false, "fields": [{"name": "grace_minutes", "kind": "whole", "required": true, "most": 10080, "least": 0}]},
  "access:role:change": {"method": "PUT", "path": "/rbac/roles/{id}", "permission": "rbac::roles:write", "plan": false, "fields": [{"name": "permissions", "kind": "other", "required": true}, {"name": "name", "kind": "text", "required": false}]},
  "access:role:create": {"method": "POST", "path": "/rbac/roles", "permission": "rbac::roles:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": true}, {"name": "permissions", "kind": "other", "required": true}]},
  "access:role:delete": {"method": "DELETE", "path": "/rbac/roles/{id}", "permission": "rbac::roles:write", "plan": false, "fields": []},
  "access:user:end_sessions": {"method": "POST", "path": "/rbac/users/{id}/end-sessions", "permission": "rbac::users:write", "plan": false, "fields": []},
  "access:user:invite": {"method": "POST", "path": "/rbac/users/invitations", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "emails", "kind": "other", "required": true}, {"name": "roles", "kind": "other", "required": true}, {"name": "name", "kind": "text", "required": false}, {"name": "companies", "kind": "other", "required": false, "usual": []}, {"name": "locale", "kind": "choice", "required": false, "choices": ["en", "pt"]}]},
  "access:user:resend": {"method": "POST", "path": "/rbac/users/{id}/resend", "permission": "rbac::users:write", "plan": false, "fields": []},
  "access:user:reset_two_factor": {"method": "POST", "path": "/rbac/users/{id}/reset-two-factor", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "digits", "kind": "text", "required": false}]},
  "access:user:restore": {"method": "POST", "path": "/rbac/users/{id}/restore", "permission": "rbac::users:write", "plan": false, "fields": []},
  "access:user:set_companies": {"method": "PUT", "path": "/rbac/users/{id}/companies", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "companies", "kind": "other", "required": true}]},
  "access:user:set_roles": {"method": "PUT", "path": "/rbac/users/{id}/roles", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "roles", "kind": "other", "required": true}]},
  "access:user:suspend": {"method": "POST", "path": "/rbac/users/{id}/suspend", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "reason", "kind": "text", "required": true}]},
  "payin:charge:cancel": {"method": "POST", "path": "/v1/payin/payments/{id}/cancel", "permission": "payin::charge:write", "plan": true, "fields": []},
  "payin:charge:create": {"method": "POST", "path": "/v1/payin/charges", "permission": "payin::charge:write", "plan": true, "fields": [{"name": "amount", "kind": "money", "required": true}, {"name": "payer.name", "kind": "text", "required": true, "group": "payer", "most": 200}, {"name": "payer.document", "kind": "text", "required": true, "group": "payer", "most": 30}, {"name": "description", "kind": "text", "required": false, "most": 140}, {"name": "reference", "kind": "text", "required": false, "most": 64}, {"name": "expires_in", "kind": "whole", "required": false, "most": 2592000, "least": 60, "usual": 86400}]},
  "payin:charge:retry": {"method": "POST", "path": "/v1/payin/payments/{id}/retry", "permission": "payin::charge:write", "plan": true, "fields": []},
  "payin:refund:create": {"method": "POST", "path": "/v1/payin/payments/{id}/refunds", "permission": "payin::refund:write", "plan": true, "fields": [{"name": "amount", "kind": "money", "required": true}, {"name": "reason", "kind": "text", "required": false, "most": 140}, {"name": "end_to_end_id", "kind": "text", "required": false}]},
  "payin:review:accept": {"method": "POST", "path": "/v1/payin/reviews/{id}/accept", "permission": "payin::review:write", "plan": true, "fields": []},
  "payin:review:refund": {"method": "POST", "path": "/v1/payin/reviews/{id}/refund", "permission": "payin::review:write", "plan": true, "fields": []},
  "staff:merchant:enter": {"method": "POST", "path": "/rbac/views", "permission": "rbac::merchants:view", "plan": false, "fields": [{"name": "company_id", "kind": "whole", "required": true, "most": 2147483647, "least": 1}, {"name": "reason", "kind": "text", "required": true, "most": 200}]},
  "staff:merchant:leave": {"method": "POST", "path": "/rbac/views/leave", "permission": "rbac::merchants:view", "plan": false, "fields": [{"name": "company_id", "kind": "whole", "required": true, "most": 2147483647, "least": 1}]},
} as const satisfies Record<string, CommandShape>
