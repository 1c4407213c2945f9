/** Keys of the queries of these screens. */
export const RECOVERY = ['recovery-codes'] as const
export const PASSKEYS = ['passkeys'] as const
export const SESSIONS = ['own-sessions'] as const
export const PROFILE = ['profile'] as const
