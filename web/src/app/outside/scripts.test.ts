import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { track } from '../analytics'
import { setConfig } from '../config'
import { testConfig } from '../test-kit'
import { startRecording } from './recording'
import { startTagManager } from './tagManager'

const appended: HTMLScriptElement[] = []
let happens: 'load' | 'error'

/** The scripts are not fetched: each has loaded, or not, as soon as it stands in the page. */
beforeEach(() => {
  happens = 'load'
  appended.length = 0
  setConfig(testConfig)
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const script = node as HTMLScriptElement
    appended.push(script)
    queueMicrotask(() => script.dispatchEvent(new Event(happens)))
  })
})
afterEach(() => {
  delete window.dataLayer
  delete window.clarity
  delete document.body.dataset.clarityMask
  document.querySelector('meta')?.remove()
})

describe('the tag manager', () => {
  it('is loaded by its id, with the nonce of the page, and hears of events from then on', async () => {
    const meta = Object.assign(document.createElement('meta'), { nonce: 'n0nce' })
    meta.setAttribute('property', 'csp-nonce')
    document.documentElement.append(meta)
    await startTagManager('GTM-ABC1234')
    expect(appended[0]!.src).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234')
    expect(appended[0]!.nonce).toBe('n0nce')
    track('open-notifications', { unread: true })
    expect(window.dataLayer).toEqual([
      { 'gtm.start': expect.any(Number), event: 'gtm.js' },
      { event: 'open-notifications', unread: true, backoffice: false },
    ])
  })

  it('leaves no queue behind when it is blocked', async () => {
    happens = 'error'
    await expect(startTagManager('GTM-BLOCKED')).rejects.toThrow('could not be loaded')
    expect(window.dataLayer).toBeUndefined()
  })
})

describe('session recording', () => {
  it('masks the whole page before its script is there, and consents to analytics alone', async () => {
    const started = startRecording('abc123xyz0')
    expect(document.body.dataset.clarityMask).toBe('true')
    expect(window.clarity!.q).toEqual([['consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' }]])
    await started
    expect(appended.map((script) => script.src)).toEqual(['https://www.clarity.ms/tag/abc123xyz0'])
  })
})
