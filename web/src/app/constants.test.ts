import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as constants from './constants'

describe('constants', () => {
  it('hold every number of section 9 that concerns the web', () => {
    expect(constants).toMatchObject({
      PASSWORD_MIN_LENGTH: 12,
      SIGN_IN_CODE_LENGTH: 6,
      TOKEN_MIN_LIFE_SECONDS: 5,
      REFRESH_PAUSE: 150,
      SIGN_IN_DELAY: 500,
      REDIRECT_AFTER_SIGN_IN: 1000,
      REDIRECT_AFTER_CODE: 2000,
      BACK_TO_SIGN_IN_AFTER_RESET: 2500,
      NOTIFICATIONS_POLL: 30_000,
      NOTIFICATIONS_PAGE_SIZE: 10,
      NOTIFICATIONS_PANEL_WIDTH: 390,
      NOTIFICATIONS_PANEL_MAX_HEIGHT: 440,
      TOAST_HIDE: 6000,
      SCROLLBAR_TIMEOUT: 500,
      FLAGS_REFRESH: 300_000,
      REMOTE_CONFIG_MIN_INTERVAL: 300_000,
      REMOTE_CONFIG_TIMEOUT: 60_000,
      VERSION_POLL: 60_000,
      MODAL_DELETE_DELAY: 1000,
      SIDE_MENU_WIDTH: 270,
      TOP_BAR_HEIGHT: 64,
      MOBILE_BREAKPOINT: 768,
      PULSE_DURATION: 2000,
      SPACING_UNIT: 8,
      PAGE_SIZE: 10,
      FIRST_PAGE: 1,
      LANGUAGES: ['pt', 'en'],
      REPLAY_SAMPLE_RATE: 0.1,
      RELEASE_LABEL: 'front-dashboard 1.0.4',
      BANNER_ENVIRONMENTS: ['stage', 'staging', 'sandbox', 'development'],
    })
    expect(constants.DOUBLE_APPROVAL_PATH).toBe('/dashboard/settings/double-approval?per_page=10&page=1')
    expect(constants.TITLE_CASE_SMALL_WORDS.join(' ')).toBe(
      'da das de do dos a o e para em nos por as of for and in is on by',
    )
  })

  it('are each used by the product, not by tests alone', () => {
    const src = join(import.meta.dirname, '..')
    const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/test/.test(name))
      .map((name) => readFileSync(join(src, name), 'utf8'))
      .join('\n')
    const uses = (name: string) => code.match(new RegExp(String.raw`\b${name}\b(?! =)`, 'g'))?.length ?? 0
    expect(Object.keys(constants).filter((name) => uses(name) === 0)).toEqual([])
  })

  it('reach the style sheets as properties of the root', () => {
    const root = document.createElement('div')
    constants.publishMeasures(root)
    expect(root.style.getPropertyValue('--top-bar')).toBe('64px')
    expect(root.style.getPropertyValue('--side-menu')).toBe('270px')
  })
})

describe('style sheets', () => {
  const src = join(import.meta.dirname, '..')
  const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }))

  it('of the frame know one breakpoint, the one of the constants', () => {
    const frame = sheets.filter(({ name }) => /^(app|shell|signin|ui)\//.test(name))
    const widths = frame.flatMap(({ text }) => text.match(/@media[^{]*width[^{]*/g) ?? [])
    expect(widths.length).toBeGreaterThan(0)
    for (const query of widths) expect(query).toMatch(/\(width (<|>=) 768px\)/)
  })

  it('stand in a layer each', () => {
    const outside = sheets.filter(
      ({ name, text }) => name.endsWith('.module.css') && !text.startsWith('@layer '),
    )
    expect(outside.map(({ name }) => name)).toEqual([])
  })

  it('take every colour from the tokens, but for the picture on the sign-in page and the white of a QR code', () => {
    const named = sheets.filter(
      ({ name }) => !/tokens\.css|SignInPage|Logo|(Pix|Deposit)Code|PayPage|ShareSheet/.test(name),
    )
    const coloured = named.filter(({ text }) => /#[0-9a-f]{3,8}\b|rgba?\(/i.test(text))
    expect(coloured.map(({ name }) => name)).toEqual([])
  })
})
