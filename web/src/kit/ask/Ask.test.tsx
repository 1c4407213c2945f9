import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { HttpResponse, http } from '../../app/test-kit'
import { find, press, shows } from '../../app/test-page'
import { listTests, rows } from '../list/test-list'
// Otherwise the first test would wait for it to be compiled.
import './Ask'

const { asked, serve, open, network } = listTests()
const locales = join(import.meta.dirname, '../../../public')

beforeEach(() => {
  network.use(
    http.get('*/locales/:language/:file', ({ request }) =>
      HttpResponse.text(readFileSync(join(locales, new URL(request.url).pathname), 'utf8')),
    ),
  )
  serve(() => rows(3), { 'X-Total': '3' })
})

const box = () => find('[role=group][aria-label="Read as filters"]')

it('shows what a sentence means, in either language, and changes nothing until it is applied', async () => {
  const router = await open('?search=pagas acima de 500 da Loja Aurora, maiores primeiro')
  await shows('Read as filters')
  expect(box().textContent).toContain('Status Paid')
  expect(box().textContent).toContain('≥ 500.01')
  expect(box().textContent).toContain('Loja Aurora')
  expect(box().textContent).toContain('highest first')
  expect(asked.some((query) => query.has('status'))).toBe(false)
  await press(find('button', 'Apply filters'))
  await vi.waitFor(() =>
    expect(router.state.location.search).toEqual({
      search: 'Loja Aurora',
      status: 'paid',
      amount_from: '50001',
      order_by: 'amount',
    }),
  )
  await vi.waitFor(() => expect(asked.at(-1)?.get('status')).toBe('paid'))
  expect(document.body.textContent).not.toContain('Read as filters')
})

it('leaves out what a person takes away before it is applied', async () => {
  const router = await open('?search=paid above 500')
  await shows('Read as filters')
  await press(box().querySelector<HTMLElement>('[aria-label="Remove the filter Amount"]')!)
  await press(find('button', 'Apply filters'))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ status: 'paid' }))
})

it('keeps searching for the words when a person wants that, and is silent about a name', async () => {
  const router = await open('?search=paid above 500')
  await shows('Read as filters')
  await press(find('button', 'Keep searching for these words'))
  expect(document.body.textContent).not.toContain('Read as filters')
  expect(router.state.location.search).toEqual({ search: 'paid above 500' })
  await open('?search=Maria de Souza')
  await vi.waitFor(() => expect(asked.at(-1)?.get('search')).toBe('Maria de Souza'))
  expect(document.body.textContent).not.toContain('Read as filters')
})

it('understands the language of the screen where the other one does not come', async () => {
  network.use(http.get('*/locales/pt/:file', () => new HttpResponse(null, { status: 503 })))
  await open('?search=paid above 500')
  await shows('Read as filters')
})
