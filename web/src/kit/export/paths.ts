/** Where a person's exports are, and what they did to many rows at once. */
export const EXPORTS_PATH = '/dashboard/exports'
export const BULKS_PATH = '/dashboard/bulk'
