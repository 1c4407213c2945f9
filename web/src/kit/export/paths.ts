/** Where a person's exports are. */
export const EXPORTS_PATH = '/dashboard/exports'
