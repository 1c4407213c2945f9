import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askService } from './services'

const started = vi.fn<(script: HTMLScriptElement) => void>()

/** The scripts are not fetched: each has loaded, or not, as soon as it stands in the page. */
beforeEach(() => {
  started.mockReset()
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const script = node as HTMLScriptElement
    started(script)
    queueMicrotask(() => script.dispatchEvent(new Event(script.src.includes('broken') ? 'error' : 'load')))
  })
})
afterEach(() => {
  globalThis.grecaptcha = undefined
  globalThis.turnstile = undefined
})

const addresses = () => started.mock.calls.map(([script]) => script.src)

describe('reCAPTCHA', () => {
  const execute = vi.fn<(siteKey: string, options: { action: string }) => Promise<string>>()

  beforeEach(() => {
    execute.mockReset().mockResolvedValue('answer')
    globalThis.grecaptcha = { ready: (work) => work(), execute }
  })

  it('is asked with the site key and an action without dashes', async () => {
    const { text, expires } = await askService('recaptcha', 'key 1', 'login-2fa')
    expect(text).toBe('answer')
    expect(expires).toBeGreaterThan(Date.now())
    expect(execute).toHaveBeenCalledWith('key 1', { action: 'login_2fa' })
    expect(addresses()).toEqual(['https://www.google.com/recaptcha/api.js?render=key%201'])
  })

  it('has no answer when its script does not come, and is tried again the next time', async () => {
    await expect(askService('recaptcha', 'broken', 'login')).rejects.toThrow('could not be loaded')
    await expect(askService('recaptcha', 'broken', 'login')).rejects.toThrow('could not be loaded')
    expect(started).toHaveBeenCalledTimes(2)
    expect(execute).not.toHaveBeenCalled()
  })
})

describe('Turnstile', () => {
  const remove = vi.fn<(widget: string) => void>()

  it.each([
    ['an answer', (options: { callback: (text: string) => void }) => options.callback('answer')],
    [
      'an error',
      (options: { 'error-callback': (code: string) => void }) => options['error-callback']('300010'),
    ],
  ] as const)('leaves nothing behind after %s', async (kind, act) => {
    const render = vi.fn((_place: HTMLElement, options: never) => {
      queueMicrotask(() => act(options))
      return 'widget 1'
    })
    globalThis.turnstile = { render: render as never, remove: remove.mockReset() }
    const asked = askService('turnstile', 'key', 'forgot')
    if (kind === 'an answer') expect(await asked).toMatchObject({ text: 'answer' })
    else await expect(asked).rejects.toThrow('300010')
    expect(render.mock.calls[0]![1]).toMatchObject({ sitekey: 'key', action: 'forgot' })
    expect(remove).toHaveBeenCalledWith('widget 1')
    expect(document.body.children).toHaveLength(0)
  })
})

it('a service that nobody knows has no answer', async () => {
  await expect(askService('guess', '', 'login')).rejects.toThrow('guess')
})
