import { beforeAll, describe, expect, it } from 'vitest'
import { find, press, realTexts } from '../../app/test-page'
import { drawRouted } from '../modal/test-routed'
import { RecordPage } from './RecordPage'

beforeAll(() => realTexts())

const tabs = () => [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)
const shown = () => find('[role=tabpanel]:not([hidden])').textContent

describe('a record', () => {
  it('that has but one side shows it without tabs', async () => {
    await drawRouted(() => (
      <RecordPage header={<h1>Role 7</h1>} situation="Careful." main="the facts" side="who has it" />
    ))
    expect(find('h1').textContent).toBe('Role 7')
    expect(tabs()).toEqual([])
    expect(document.body.textContent).toContain('Careful.the factswho has it')
  })

  it('with more to tell has its summary first and the raw data last', async () => {
    const more = [{ key: 'messages', label: 'Messages', content: 'what was said' }]
    await drawRouted(() => (
      <RecordPage header="h" main="the facts" tabs={more} raw={{ id: 7, name: '<b>' }} />
    ))
    expect(tabs()).toEqual(['Summary', 'Messages', 'Raw data'])
    expect(shown()).toBe('the facts')
    await press(find('[role=tab]', 'Raw data'))
    expect(JSON.parse(find('pre').textContent)).toEqual({ id: 7, name: '<b>' })
  })

  it('keeps the open side in its address, and an unknown one is the first', async () => {
    const router = await drawRouted(() => (
      <RecordPage
        header="h"
        main="the facts"
        tabs={[{ key: 'messages', label: 'Messages', content: 'said' }]}
      />
    ))
    await press(find('a', 'same'))
    expect(router.state.location.search).toEqual({ tab: 'b' })
    expect(shown()).toBe('the facts')
    await press(find('[role=tab]', 'Messages'))
    expect(router.state.location.search).toEqual({ tab: 'messages' })
    expect(shown()).toBe('said')
    await press(find('[role=tab]', 'Summary'))
    expect(router.state.location.search).toEqual({})
  })
})
