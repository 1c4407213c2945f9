import { beforeEach, expect, it } from 'vitest'
import { loadMerchant } from './merchant'
import { authentication, clearMerchant, merchant, setAccount, setUser, type User } from './state'
import { fakeNetwork, HttpResponse, http, refused } from './test-kit'
import { draw, shows } from './test-page'
import { useZone } from './zone'

const network = fakeNetwork()
const staff: User = {
  id: 'u',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda', time_zone: 'America/Bahia' },
  companies: [1, 2],
  locale: null,
  permissions: [],
  internal_user: true,
}
const aurora = { id: 2, name: 'Loja Aurora', unique: false }
let asked: string[]

function Zone() {
  return <p>{useZone()}</p>
}

beforeEach(() => {
  clearMerchant()
  setUser(staff)
  asked = []
  network.use(
    http.get('*/rbac/companies/:id', ({ params }) => {
      asked.push(String(params.id))
      return HttpResponse.json({ id: Number(params.id), name: 'Loja Aurora', time_zone: 'America/Manaus' })
    }),
  )
})

it('the days are those of the chosen merchant, once it is known', async () => {
  setAccount(aurora)
  await draw(<Zone />)
  await shows('America/Bahia')
  await loadMerchant(aurora, staff)
  await shows('America/Manaus')
  await loadMerchant(aurora, staff)
  expect(asked).toEqual(['2'])
})

it('with all merchants, the days are those of the own company', async () => {
  await loadMerchant(aurora, staff)
  const all = { id: 'all' as const, name: 'All', unique: false }
  setAccount(all)
  await loadMerchant(all, staff)
  expect(merchant.get().data).toBeNull()
  await draw(<Zone />)
  await shows('America/Bahia')
})

it('the own company is known already', async () => {
  await loadMerchant({ id: 1, name: 'Retaguarda', unique: true }, staff)
  expect([merchant.get().data, asked]).toEqual([staff.company, []])
})

it('a merchant that cannot be read leaves nothing behind', async () => {
  network.use(http.get('*/rbac/companies/:id', () => refused(404, 'not_found')))
  setAccount(aurora)
  await loadMerchant(aurora, staff)
  expect(merchant.get()).toEqual({ data: null, loading: false, error: null })
  authentication.set({ user: null })
  await draw(<Zone />)
  await shows('America/Sao_Paulo')
})
