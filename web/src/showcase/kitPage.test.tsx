import axe from 'axe-core'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setConfig } from '../app/config'
import { texts } from '../app/i18n'
import { testConfig } from '../app/test-kit'
import { realTexts } from '../app/test-page'
import { drawRouted } from '../kit/modal/test-routed'
import { Kit } from './Kit'

/** No box changes its size here: nothing has one. */
class Unseeing {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

beforeAll(() => realTexts())
beforeEach(() => {
  setConfig(testConfig)
  for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Unseeing)
})

const parts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-part]')].map((part) => part.dataset.part)

describe('the page of the kit', () => {
  it.each(['en', 'pt'])('shows every part, in %s, and no name of a text', async (language) => {
    await texts.changeLanguage(language)
    await drawRouted(Kit)
    expect(parts()).toEqual([
      'buttons',
      'fields',
      'signs',
      'banners',
      'cards',
      'waiting',
      'windows',
      'record',
      'list',
      'colours',
    ])
    expect(document.body.textContent).not.toMatch(/(showcase|common|kit|payin)\.\w/)
    await texts.changeLanguage('en')
  })

  it.each(['production', 'sandbox', 'stage', 'staging'] as const)(
    'is not there in %s',
    async (environment) => {
      setConfig({ ...testConfig, environment })
      await drawRouted(Kit)
      expect(parts()).toEqual([])
      expect(document.body.textContent).toContain('404')
    },
  )

  it('has nothing that a checker of accessibility objects to', async () => {
    await drawRouted(Kit)
    expect(parts()).toContain('list')
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
})
