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
  /** Null: whoever is signed in may try. */
  permission: string | null
  /** Whether what it would do can be asked for first, at `<path>/plan`. */
  plan: boolean
  fields: readonly CommandField[]
}

export const COMMANDS = {
  "access:key:change": {"method": "PATCH", "path": "/rbac/keys/{id}", "permission": "rbac::keys:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": false}, {"name": "addresses", "kind": "other", "required": false}, {"name": "expires_at", "kind": "text", "required": false}]},
  "access:key:create": {"method": "POST", "path": "/rbac/keys", "permission": "rbac::keys:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": true}, {"name": "role_id", "kind": "whole", "required": true, "most": 2147483647, "least": 1}, {"name": "addresses", "kind": "other", "required": false}, {"name": "expires_at", "kind": "text", "required": false}]},
  "access:key:revoke": {"method": "POST", "path": "/rbac/keys/{id}/revoke", "permission": "rbac::keys:write", "plan": false, "fields": []},
  "access:key:rotate": {"method": "POST", "path": "/rbac/keys/{id}/rotate", "permission": "rbac::keys:write", "plan": false, "fields": [{"name": "grace_minutes", "kind": "whole", "required": true, "most": 10080, "least": 0}]},
  "access:role:change": {"method": "PUT", "path": "/rbac/roles/{id}", "permission": "rbac::roles:write", "plan": false, "fields": [{"name": "permissions", "kind": "other", "required": true}, {"name": "name", "kind": "text", "required": false}]},
  "access:role:create": {"method": "POST", "path": "/rbac/roles", "permission": "rbac::roles:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": true}, {"name": "permissions", "kind": "other", "required": true}]},
  "access:role:delete": {"method": "DELETE", "path": "/rbac/roles/{id}", "permission": "rbac::roles:write", "plan": false, "fields": []},
  "access:user:end_sessions": {"method": "POST", "path": "/rbac/users/{id}/end-sessions", "permission": "rbac::users:write", "plan": false, "fields": []},
  "access:user:invite": {"method": "POST", "path": "/rbac/users/invitations", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "emails", "kind": "other", "required": true}, {"name": "roles", "kind": "other", "required": true}, {"name": "name", "kind": "text", "required": false}, {"name": "companies", "kind": "other", "required": false}, {"name": "locale", "kind": "choice", "required": false, "choices": ["en", "pt"]}]},
  "access:user:resend": {"method": "POST", "path": "/rbac/users/{id}/resend", "permission": "rbac::users:write", "plan": false, "fields": []},
  "access:user:reset_two_factor": {"method": "POST", "path": "/rbac/users/{id}/reset-two-factor", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "digits", "kind": "text", "required": false}]},
  "access:user:restore": {"method": "POST", "path": "/rbac/users/{id}/restore", "permission": "rbac::users:write", "plan": false, "fields": []},
  "access:user:set_companies": {"method": "PUT", "path": "/rbac/users/{id}/companies", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "companies", "kind": "other", "required": true}]},
  "access:user:set_roles": {"method": "PUT", "path": "/rbac/users/{id}/roles", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "roles", "kind": "other", "required": true}]},
  "access:user:suspend": {"method": "POST", "path": "/rbac/users/{id}/suspend", "permission": "rbac::users:write", "plan": false, "fields": [{"name": "reason", "kind": "text", "required": true}]},
  "approvals:policy:change": {"method": "PUT", "path": "/v1/approval-policies/{id}", "permission": "approvals::policies:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": true, "most": 80}, {"name": "command", "kind": "text", "required": true}, {"name": "condition", "kind": "text", "required": false, "most": 1000, "usual": ""}, {"name": "permission", "kind": "text", "required": false, "usual": "approvals::requests:decide"}, {"name": "needed", "kind": "whole", "required": false, "most": 5, "least": 1, "usual": 1}, {"name": "distinct_teams", "kind": "flag", "required": false, "usual": false}, {"name": "expires_days", "kind": "whole", "required": false, "most": 90, "least": 1, "usual": 7}, {"name": "emergency", "kind": "text", "required": false}, {"name": "active", "kind": "flag", "required": false, "usual": true}]},
  "approvals:policy:create": {"method": "POST", "path": "/v1/approval-policies", "permission": "approvals::policies:write", "plan": false, "fields": [{"name": "name", "kind": "text", "required": true, "most": 80}, {"name": "command", "kind": "text", "required": true}, {"name": "condition", "kind": "text", "required": false, "most": 1000, "usual": ""}, {"name": "permission", "kind": "text", "required": false, "usual": "approvals::requests:decide"}, {"name": "needed", "kind": "whole", "required": false, "most": 5, "least": 1, "usual": 1}, {"name": "distinct_teams", "kind": "flag", "required": false, "usual": false}, {"name": "expires_days", "kind": "whole", "required": false, "most": 90, "least": 1, "usual": 7}, {"name": "emergency", "kind": "text", "required": false}, {"name": "active", "kind": "flag", "required": false, "usual": true}]},
  "approvals:policy:delete": {"method": "DELETE", "path": "/v1/approval-policies/{id}", "permission": "approvals::policies:write", "plan": false, "fields": []},
  "approvals:request:approve": {"method": "POST", "path": "/v1/approvals/{id}/approve", "permission": "approvals::requests:decide", "plan": false, "fields": [{"name": "digits", "kind": "text", "required": false}, {"name": "comment", "kind": "text", "required": false}]},
  "approvals:request:cancel": {"method": "POST", "path": "/v1/approvals/{id}/cancel", "permission": "rbac::companies:read", "plan": false, "fields": []},
  "approvals:request:emergency": {"method": "POST", "path": "/v1/approvals/{id}/emergency", "permission": "approvals::requests:decide", "plan": false, "fields": [{"name": "digits", "kind": "text", "required": false}, {"name": "reason", "kind": "text", "required": true}]},
  "approvals:request:reject": {"method": "POST", "path": "/v1/approvals/{id}/reject", "permission": "approvals::requests:decide", "plan": false, "fields": [{"name": "reason", "kind": "text", "required": true}]},
  "flag:company:switch": {"method": "PUT", "path": "/v1/dashboard/feature-flags/{name}", "permission": "register::company:write", "plan": false, "fields": [{"name": "on", "kind": "flag", "required": true}]},
  "lists:bulk:create": {"method": "POST", "path": "/v1/bulk", "permission": "rbac::companies:read", "plan": false, "fields": [{"name": "command", "kind": "text", "required": true}, {"name": "ids", "kind": "other", "required": false}, {"name": "filters", "kind": "other", "required": false}]},
  "lists:export:cancel": {"method": "POST", "path": "/v1/exports/{id}/cancel", "permission": "rbac::companies:read", "plan": false, "fields": []},
  "lists:export:create": {"method": "POST", "path": "/v1/exports", "permission": "rbac::companies:read", "plan": false, "fields": [{"name": "list", "kind": "text", "required": true}, {"name": "format", "kind": "choice", "required": true, "choices": ["csv", "xlsx"]}, {"name": "columns", "kind": "other", "required": false}, {"name": "titles", "kind": "other", "required": false}, {"name": "filters", "kind": "other", "required": false}, {"name": "zone", "kind": "text", "required": false, "usual": "UTC"}, {"name": "locale", "kind": "choice", "required": false, "choices": ["en", "pt"]}]},
  "lists:view:change": {"method": "PATCH", "path": "/v1/views/{id}", "permission": null, "plan": false, "fields": [{"name": "name", "kind": "text", "required": false}, {"name": "definition.version", "kind": "choice", "required": true, "group": "definition", "choices": ["1"]}, {"name": "definition.columns", "kind": "other", "required": false, "group": "definition"}, {"name": "definition.density", "kind": "choice", "required": false, "group": "definition", "choices": ["comfortable", "compact"]}, {"name": "definition.mode", "kind": "choice", "required": false, "group": "definition", "choices": ["continuous", "pages"]}, {"name": "shared", "kind": "flag", "required": false}]},
  "lists:view:create": {"method": "POST", "path": "/v1/views", "permission": null, "plan": false, "fields": [{"name": "list", "kind": "text", "required": true}, {"name": "name", "kind": "text", "required": true}, {"name": "definition.version", "kind": "choice", "required": true, "choices": ["1"]}, {"name": "definition.columns", "kind": "other", "required": false}, {"name": "definition.density", "kind": "choice", "required": false, "choices": ["comfortable", "compact"]}, {"name": "definition.mode", "kind": "choice", "required": false, "choices": ["continuous", "pages"]}, {"name": "shared", "kind": "flag", "required": false, "usual": false}]},
  "lists:view:delete": {"method": "DELETE", "path": "/v1/views/{id}", "permission": null, "plan": false, "fields": []},
  "lists:view:make_default": {"method": "POST", "path": "/v1/views/{id}/default", "permission": null, "plan": false, "fields": []},
  "lists:view:no_default": {"method": "DELETE", "path": "/v1/views/{id}/default", "permission": null, "plan": false, "fields": []},
  "payin:charge:cancel": {"method": "POST", "path": "/v1/payin/payments/{id}/cancel", "permission": "payin::charge:write", "plan": true, "fields": []},
  "payin:charge:create": {"method": "POST", "path": "/v1/payin/charges", "permission": "payin::charge:write", "plan": true, "fields": [{"name": "amount", "kind": "money", "required": true}, {"name": "payer.name", "kind": "text", "required": true, "group": "payer", "most": 200}, {"name": "payer.document", "kind": "text", "required": true, "group": "payer", "most": 30}, {"name": "description", "kind": "text", "required": false, "most": 140}, {"name": "reference", "kind": "text", "required": false, "most": 64}, {"name": "expires_in", "kind": "whole", "required": false, "most": 2592000, "least": 60, "usual": 86400}]},
  "payin:charge:retry": {"method": "POST", "path": "/v1/payin/payments/{id}/retry", "permission": "payin::charge:write", "plan": true, "fields": []},
  "payin:refund:create": {"method": "POST", "path": "/v1/payin/payments/{id}/refunds", "permission": "payin::refund:write", "plan": true, "fields": [{"name": "amount", "kind": "money", "required": true}, {"name": "reason", "kind": "text", "required": false, "most": 140}, {"name": "end_to_end_id", "kind": "text", "required": false}]},
  "payin:review:accept": {"method": "POST", "path": "/v1/payin/reviews/{id}/accept", "permission": "payin::review:write", "plan": true, "fields": []},
  "payin:review:refund": {"method": "POST", "path": "/v1/payin/reviews/{id}/refund", "permission": "payin::review:write", "plan": true, "fields": []},
  "staff:merchant:enter": {"method": "POST", "path": "/rbac/views", "permission": "rbac::merchants:view", "plan": false, "fields": [{"name": "company_id", "kind": "whole", "required": true, "most": 2147483647, "least": 1}, {"name": "reason", "kind": "text", "required": true, "most": 200}]},
  "staff:merchant:leave": {"method": "POST", "path": "/rbac/views/leave", "permission": "rbac::merchants:view", "plan": false, "fields": [{"name": "company_id", "kind": "whole", "required": true, "most": 2147483647, "least": 1}]},
} as const satisfies Record<string, CommandShape>
