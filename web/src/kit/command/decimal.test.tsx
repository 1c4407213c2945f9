import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage } from '../../app/i18n'
import { setAccount } from '../../app/state'
import { createStore, useStore } from '../../app/store'
import { fakeNetwork, HttpResponse, http } from '../../app/test-kit'
import { acting, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { CommandForm } from './CommandForm'

const network = fakeNetwork()
const shown = createStore({ open: true })
beforeAll(() => realTexts())
afterEach(async () => {
  await acting(() => shown.set({ open: false }))
  await acting(() => changeLanguage('en'))
})

function Owner() {
  if (!useStore(shown, ({ open }) => open)) return null
  return (
    <CommandForm
      command="payouts:franchise:add_owner"
      ids={{ id: 'u1' }}
      title="Add an owner"
      submit="Save"
      texts="payoutRegisters.unit.owner_field"
      initial={{ name: 'Rita Nunes', document: '52998224725', share: '33.33' }}
      onDone={() => undefined}
      onClose={() => undefined}
    />
  )
}

it.each([
  ['pt', '33,33', '12,5', '12.5'],
  ['en', '33.33', '12.5', '12.5'],
  ['en', '33.33', '12,5', '12.5'],
] as const)('in %s a share reads %s, and %s is sent as %s', async (language, before, typed, sentAs) => {
  setAccount({ id: 2, name: 'Loja Aurora', unique: false })
  const sent: unknown[] = []
  network.use(
    http.post('*/v1/payouts/franchises/:id/add-owner', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'u1' })
    }),
  )
  await acting(() => changeLanguage(language))
  shown.set({ open: true })
  await draw(<Owner />)
  await shows(language === 'pt' ? 'Participação, em porcentagem' : 'Share, percent')
  const share = find<HTMLInputElement>('input[inputmode=decimal]')
  expect(share.value).toBe(before)
  await type(share, typed)
  await press(find('button', 'Save'))
  await expect.poll(() => sent).toMatchObject([{ share: sentAs }])
})
