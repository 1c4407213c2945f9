import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetForms } from '../../app/draft'
import { CallError } from '../../app/errors'
import { browser } from '../../app/leaving'
import { followOtherTabs, logout, noteLoss, startSession } from '../../app/session'
import { clearSession, setAccount, setUser } from '../../app/state'
import { createStore, useStore } from '../../app/store'
import { fakeNetwork, HttpResponse, http, madeToken } from '../../app/test-kit'
import { acting, closeDialog, draw, find, press, realTexts, shows, type } from '../../app/test-page'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { CommandButton, type CommandProps, lazyDialog } from './CommandButton'
import { CommandDialog } from './CommandDialog'
import { DraftedPage } from './DraftedPage'
import { useDraft } from './draft'
import type { Answered, Keyed } from './useCommand'

const network = fakeNetwork()
const sent = vi.fn<(input: string, header: Keyed) => Promise<Answered<null>>>()
const EMPTY = { name: '', secret: '' }

function Write({ onClose }: CommandProps & { id: string }) {
  const [form, setForm] = useDraft('form', EMPTY, { never: ['secret'] })
  const [code, setCode] = useState('')
  return (
    <CommandDialog
      title="Write"
      submit="Send it"
      read={() => ({ input: form.name })}
      send={sent}
      onDone={onClose}
      onClose={onClose}
    >
      {() => (
        <>
          <Field label="Name">
            {(control) => (
              <TextInput
                {...control}
                value={form.name}
                onChange={({ target }) => setForm({ ...form, name: target.value })}
              />
            )}
          </Field>
          <Field label="Secret">
            {(control) => (
              <TextInput
                {...control}
                value={form.secret}
                onChange={({ target }) => setForm({ ...form, secret: target.value })}
              />
            )}
          </Field>
          <Field label="Code">
            {(control) => (
              <TextInput {...control} value={code} onChange={({ target }) => setCode(target.value)} />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}

const write = lazyDialog(async () => ({ default: Write }))
const visit = createStore({ count: 0, id: 'one' })

/** Another visit is another drawing of it, as after the page was loaded anew. */
function Page() {
  const { count, id } = useStore(visit, (state) => state)
  return (
    <CommandButton key={count} dialog={write} given={{ id }} permissions={['write']}>
      Write it
    </CommandButton>
  )
}

const field = (name: string) => find<HTMLInputElement>('input', name)
const isOpen = () => document.querySelector('[role=dialog]') !== null

/** What another tab tells this one. */
async function leaveElsewhere(): Promise<void> {
  const stop = followOtherTabs()
  const other = new BroadcastChannel('auth-status')
  other.postMessage('left')
  await vi.waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Maria'))
  other.close()
  stop()
}

/** A page that is a form itself, in a version, and opens a window for the rest. */
function Form() {
  const { count, id } = useStore(visit, (state) => state)
  return (
    <DraftedPage key={count} of={id}>
      <Title />
      <CommandButton dialog={write} given={{ id: 'form' }} permissions={['write']}>
        Write more
      </CommandButton>
    </DraftedPage>
  )
}

function Title() {
  const [title, setTitle] = useDraft('title', 'As it was')
  return (
    <Field label="Title">
      {(control) => (
        <TextInput {...control} value={title} onChange={({ target }) => setTitle(target.value)} />
      )}
    </Field>
  )
}

const isAt = (id = 'one') => acting(() => visit.set({ count: visit.get().count + 1, id }))

function signIn(email = 'ana@x.example', merchant = 2): void {
  startSession(madeToken(600, Date.now(), { email }), 'r1')
  setAccount({ id: merchant, name: 'Loja Aurora', unique: false })
  setUser({
    id: email,
    email,
    companyId: 2,
    company: { id: 2, name: 'Loja Aurora' },
    companies: [2],
    locale: 'en',
    permissions: ['write'],
    internal_user: false,
  })
}

async function open(): Promise<void> {
  await press(find('button', 'Write it'))
  await shows('Send it')
}

/** The session ends, and with it the page. */
async function lose(): Promise<void> {
  noteLoss()
  await closeDialog()
  await vi.waitFor(() => expect(isOpen()).toBe(false))
  clearSession()
}

async function opensAgain(): Promise<boolean> {
  await isAt()
  await acting(() => write.load())
  return isOpen()
}

beforeAll(() => realTexts())
beforeEach(async () => {
  forgetForms()
  sent.mockReset()
  visit.set({ count: 0, id: 'one' })
  Object.assign(browser, { toSignIn: () => undefined })
  network.use(http.post('*/auth/logout', () => HttpResponse.json({})))
  signIn()
  await draw(<Page />)
  await open()
  await type(field('Name'), 'Maria')
  await type(field('Secret'), 'hush')
  await type(field('Code'), '123456')
})
afterEach(async () => {
  vi.useRealTimers()
  await closeDialog()
})

it('a form that stood open when the session ended opens again with what was typed, once', async () => {
  await lose()
  signIn()
  expect(await opensAgain()).toBe(true)
  await shows('Your session had ended')
  expect(field('Name').value).toBe('Maria')
  await closeDialog()
  expect(await opensAgain()).toBe(false)
  await open()
  expect(field('Name').value).toBe('')
})

it('what was typed is not lost by Escape without a question, nor by the way out', async () => {
  const escape = () => {
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
    return acting(() => document.activeElement?.dispatchEvent(key))
  }
  await vi.waitFor(() => expect(document.activeElement).toBe(field('Name')))
  await escape()
  await shows('Leave without saving?')
  await press(find('button', 'Stay here'))
  await vi.waitFor(() => expect(document.querySelectorAll('[role=dialog]').length).toBe(1))
  expect(field('Name').value).toBe('Maria')
  await press(find('button', 'Close'))
  await press(await vi.waitFor(() => find('button', 'Leave without saving')))
  await vi.waitFor(() => expect(isOpen()).toBe(false))
})

it('nothing is asked where nothing was typed, and the button that leads back leads back', async () => {
  await press(find('button', 'Back'))
  await vi.waitFor(() => expect(isOpen()).toBe(false))
  await open()
  await press(find('button', 'Close'))
  await vi.waitFor(() => expect(isOpen()).toBe(false))
  expect(document.body.textContent).not.toContain('Leave without saving')
})

it('what may not be kept is not lost without a question either', async () => {
  await type(field('Name'), '')
  await press(find('button', 'Close'))
  await shows('Leave without saving?')
})

it('passwords and codes are never kept', async () => {
  await lose()
  expect(JSON.stringify({ ...sessionStorage })).toContain('Maria')
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/hush|123456/)
  signIn()
  await opensAgain()
  expect([field('Secret').value, field('Code').value]).toEqual(['', ''])
})

it('one in which nothing was typed, or that did what it is for, does not open again', async () => {
  await type(field('Name'), '')
  await type(field('Secret'), '')
  await lose()
  signIn()
  expect(await opensAgain()).toBe(false)
  await open()
  await type(field('Name'), 'Maria')
  sent.mockResolvedValue({ data: null, response: new Response(null, { status: 202 }) })
  await press(find('button', 'Send it'))
  await shows('A second person has to approve')
  await lose()
  signIn()
  expect(await opensAgain()).toBe(false)
})

it('it waits for the same merchant and the same thing', async () => {
  await lose()
  signIn('ana@x.example', 3)
  expect(await opensAgain()).toBe(false)
  signIn()
  await isAt('two')
  expect(isOpen()).toBe(false)
  expect(await opensAgain()).toBe(true)
})

it.each([
  ['the person signs out', () => logout()],
  ['they sign out in another tab', () => acting(() => leaveElsewhere())],
  ['somebody else signs in', async () => signIn('bruno@x.example')],
])('it is gone after %s', async (_, end) => {
  await lose()
  await end()
  signIn()
  expect(await opensAgain()).toBe(false)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Maria')
})

it('it is gone after half an hour', async () => {
  await lose()
  signIn()
  vi.setSystemTime(Date.now() + 30 * 60_000 + 1)
  signIn()
  expect(await opensAgain()).toBe(false)
})

it('what had been sent goes again under its key, as long as nothing in it is another', async () => {
  sent.mockRejectedValue(new CallError('no answer', 0))
  await press(find('button', 'Send it'))
  await shows('It may have arrived')
  await lose()
  signIn()
  await opensAgain()
  await press(find('button', 'Send it'))
  await type(field('Name'), 'Marta')
  await press(find('button', 'Send it'))
  const keys = sent.mock.calls.map(([, header]) => header['Idempotency-Key'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

describe('a page that is a form', () => {
  const again = () => document.body.textContent.includes('Your session had ended')
  beforeEach(async () => {
    await closeDialog()
    await draw(<Form />)
    expect(again()).toBe(false)
    await type(field('Title'), 'As it will be')
  })

  it('stands there again with what was typed, and so does the window over it', async () => {
    await press(find('button', 'Write more'))
    await shows('Send it')
    await type(field('Name'), 'Maria')
    await lose()
    signIn()
    expect(await opensAgain()).toBe(true)
    expect(again()).toBe(true)
    expect([field('Title').value, field('Name').value]).toEqual(['As it will be', 'Maria'])
    expect(sessionStorage.getItem('forms-before')).toBeNull()
  })

  it('is not put over another version of it', async () => {
    await lose()
    signIn()
    await isAt('two')
    expect(again()).toBe(false)
    expect(field('Title').value).toBe('As it was')
    await isAt('one')
    expect(again()).toBe(true)
  })
})
