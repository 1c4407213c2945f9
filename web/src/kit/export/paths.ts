/** Paths of a person's exports and bulk runs. */
export const EXPORTS_PATH = '/dashboard/exports'
export const BULKS_PATH = '/dashboard/bulk'
