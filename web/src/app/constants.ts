/** Every number of the specification's section 9 that concerns the web. Times in milliseconds, lengths in CSS pixels. */

export const PASSWORD_MIN_LENGTH = 12
export const SIGN_IN_CODE_LENGTH = 6

/** A token that ends sooner than this is treated as ended already. Seconds, like its `exp`. */
export const TOKEN_MIN_LIFE_SECONDS = 5
export const REFRESH_PAUSE = 150
/** How long a page that is left waits for the server to hear of it. */
export const LOGOUT_WAIT = 3000
export const REFRESH_LOCK = 'get-access-token-lock'

export const SIGN_IN_DELAY = 500
export const REDIRECT_AFTER_SIGN_IN = 1000
export const REDIRECT_AFTER_CODE = 2000
export const BACK_TO_SIGN_IN_AFTER_RESET = 2500

export const NOTIFICATIONS_POLL = 30_000
export const NOTIFICATIONS_PAGE_SIZE = 10
export const NOTIFICATIONS_PANEL_WIDTH = 390
export const NOTIFICATIONS_PANEL_MAX_HEIGHT = 440

export const TOAST_HIDE = 6000
export const SCROLLBAR_TIMEOUT = 500
export const MODAL_DELETE_DELAY = 1000
export const PULSE_DURATION = 2000

export const FLAGS_REFRESH = 300_000
export const REMOTE_CONFIG_MIN_INTERVAL = 300_000
export const REMOTE_CONFIG_TIMEOUT = 60_000
export const VERSION_POLL = 60_000

export const SIDE_MENU_WIDTH = 270
export const TOP_BAR_HEIGHT = 64
export const MOBILE_BREAKPOINT = 768
export const SPACING_UNIT = 8
export const MODAL_WIDTH = 910
export const SENSITIVE_MODAL_WIDTH = 1320
export const MODAL_MAX_HEIGHT = '80vh'

export const PAGE_SIZE = 10
/** Rows with which a list begins; the server's own default stays PAGE_SIZE. */
export const LIST_ROWS = 25
/** CSS pixels of the window below which lists are cards. */
export const CARDS_BELOW = 1100
export const FIRST_PAGE = 1
export const DOUBLE_APPROVAL_PATH = '/dashboard/settings/double-approval?per_page=10&page=1'

export const DATE_MIN = '1900-01-01'
export const DATE_MAX = '2099-12-31'

/** The loader of translations: tries after the first, and the wait before the first of them (it doubles). */
export const TEXT_RETRIES = 5
export const TEXT_RETRY_DELAY = 350

export const LANGUAGES = ['pt', 'en'] as const
export const DEFAULT_LANGUAGE = 'en'

export const REPLAY_SAMPLE_RATE = 0.1
export const RELEASE_LABEL = 'front-dashboard 1.0.4'

/** Environments that show their name in a banner; production shows none. */
export const BANNER_ENVIRONMENTS = ['stage', 'staging', 'sandbox', 'development'] as const

export const TITLE_CASE_SMALL_WORDS = [
  'da',
  'das',
  'de',
  'do',
  'dos',
  'a',
  'o',
  'e',
  'para',
  'em',
  'nos',
  'por',
  'as',
  'of',
  'for',
  'and',
  'in',
  'is',
  'on',
  'by',
] as const

/**
 * The measures that style sheets need, under the names they read. Set once on the root element, so that a number is
 * written in one place. The breakpoint is missing on purpose: a media query cannot read a property.
 */
export const CSS_MEASURES: Record<`--${string}`, string> = {
  '--top-bar': `${TOP_BAR_HEIGHT}px`,
  '--side-menu': `${SIDE_MENU_WIDTH}px`,
  '--unit': `${SPACING_UNIT}px`,
  '--modal': `${MODAL_WIDTH}px`,
  '--modal-sensitive': `${SENSITIVE_MODAL_WIDTH}px`,
  '--modal-max-height': MODAL_MAX_HEIGHT,
  '--notifications-width': `${NOTIFICATIONS_PANEL_WIDTH}px`,
  '--notifications-max-height': `${NOTIFICATIONS_PANEL_MAX_HEIGHT}px`,
  '--pulse': `${PULSE_DURATION}ms`,
}

export function publishMeasures(root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(CSS_MEASURES)) root.style.setProperty(name, value)
}
