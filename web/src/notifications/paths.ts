export const LIST = '/dashboard/notifications'
export const PREFERENCES = '/dashboard/settings/account/notifications'
