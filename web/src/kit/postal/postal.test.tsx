import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeNetwork, HttpResponse, http, refused } from '../../app/test-kit'
import { acting, draw, find, realTexts, shows, type } from '../../app/test-page'
import { PostalCodeField } from './PostalCodeField'
import { type Address, formatPostalCode } from './usePostalCode'

const network = fakeNetwork()
const asked: string[] = []
const filled = vi.fn<(address: Address) => void>()
const SE: Address = {
  postal_code: '01001000',
  street: 'Praça da Sé',
  district: 'Sé',
  city: 'São Paulo',
  state: 'SP',
  city_code: '3550308',
}

const answers = (answer: () => Response | Promise<Response>) =>
  network.use(
    http.get('*/v1/postal-codes/:code', ({ params }) => {
      asked.push(String(params.code))
      return answer()
    }),
  )

function Form() {
  const [code, setCode] = useState('')
  return <PostalCodeField value={code} onValue={setCode} onAddress={filled} />
}

const input = () => find<HTMLInputElement>('input', 'Postal code (CEP)')

beforeEach(async () => {
  asked.length = 0
  filled.mockReset()
  await realTexts()
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
})

describe('a postal code', () => {
  it('is looked up once all its digits are there, and tells its form the address once', async () => {
    answers(() => HttpResponse.json(SE))
    await type(input(), '01001-00')
    expect(asked).toEqual([])
    await type(input(), '01001-000')
    await shows('Praça da Sé, Sé, São Paulo, SP')
    expect(asked).toEqual(['01001000'])
    expect(filled.mock.calls).toEqual([[SE]])
  })

  it('of a whole town names the town alone', async () => {
    answers(() => HttpResponse.json({ ...SE, street: '', district: '', city: 'Capela do Alto' }))
    await type(input(), '18195000')
    await shows('Capela do Alto, SP')
    expect(find('[role=status]').textContent).toBe('Capela do Alto, SP')
  })

  it.each([
    [404, 'not_found', 'Postal code not found. Check it, or type the address.'],
    [503, 'postal_unavailable', 'The address cannot be looked up right now. Type it.'],
  ])('that is answered %s says so and leaves the field open', async (status, key, text) => {
    answers(() => refused(status, key))
    await type(input(), '01001000')
    await shows(text)
    expect(input().disabled).toBe(false)
    expect(filled).not.toHaveBeenCalled()
    expect(asked).toHaveLength(1)
  })

  it('that is slow can be typed on, and its late answer fills nothing', async () => {
    let late = (_answer: Response) => undefined as void
    answers(() => new Promise((resolve) => (late = resolve)))
    await type(input(), '01001000')
    await shows('Looking the address up')
    await type(input(), '0100')
    await acting(() => late(HttpResponse.json(SE)))
    await shows('Eight digits')
    expect(filled).not.toHaveBeenCalled()
  })

  it('is written with its dash once the person goes on', async () => {
    answers(() => HttpResponse.json(SE))
    await type(input(), ' 01001 000')
    await acting(() => input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    expect(input().value).toBe('01001-000')
    expect(formatPostalCode('0100')).toBe('0100')
  })

  it.each(['', 'abcdefgh', '../../etc', '0100100000'])('"%s" is none, and nobody is asked', async (text) => {
    answers(() => HttpResponse.json(SE))
    await type(input(), text)
    expect(find('[role=status]').textContent).toContain('Eight digits')
    expect(asked).toEqual([])
  })
})
