/** Where a free authenticator is found; any other that knows TOTP will do. */
export const STORES = [
  {
    key: 'ios',
    label: 'preferences.two_factor.ios',
    url: 'https://apps.apple.com/app/google-authenticator/id388497605',
  },
  {
    key: 'android',
    label: 'preferences.two_factor.android',
    url: 'https://play.google.com/store/apps/details?id=com.google.android.apps.authenticator2',
  },
] as const
