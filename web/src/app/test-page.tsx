import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { act, type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { texts } from './i18n'

/** For tests that draw: the real texts, a page to draw on, and hands to use it. */

const locales = join(import.meta.dirname, '../../public/locales')

export async function realTexts(lng: 'pt' | 'en' = 'en'): Promise<void> {
  const read = (language: string) =>
    Object.fromEntries(
      readdirSync(join(locales, language)).map((file) => [
        basename(file, '.json'),
        JSON.parse(readFileSync(join(locales, language, file), 'utf8')) as object,
      ]),
    )
  await texts.init({
    lng,
    fallbackLng: 'en',
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { en: read('en'), pt: read('pt') },
  })
}

/** Does something and waits for what React draws of it. Outside, React draws when it likes, as in a browser. */
export async function acting(work: () => unknown): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  try {
    await act(async () => {
      await work()
    })
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  }
}

/** Draws; the drawing is taken away when the test ends. */
export async function draw(element: ReactNode): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => acting(() => root.unmount()))
  await acting(() => {
    root.render(
      <StrictMode>
        <Suspense fallback="waiting">{element}</Suspense>
      </StrictMode>,
    )
  })
}

/** The name of an element as a person hears it, as far as these tests need it. */
function nameOf(element: Element): string {
  const id = element.getAttribute('id')
  const label = id && document.querySelector(`label[for="${CSS.escape(id)}"]`)
  return element.getAttribute('aria-label') ?? (label ? label.textContent : element.textContent).trim()
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the selector finds
export function find<E extends HTMLElement>(selector: string, name?: string): E {
  const found = [...document.querySelectorAll<E>(selector)].filter((one) => !name || nameOf(one) === name)
  if (found.length !== 1) {
    throw new Error(`${found.length} × ${selector} "${name ?? ''}" in ${document.body.textContent}`)
  }
  return found[0] as E
}

/** Takes one of the options of a list that is open, as a mouse does. */
export async function choose(name: string): Promise<void> {
  // A list that has had the keyboard keeps its options, hidden.
  const option = await vi.waitFor(() => find('[data-open] [role=option]', name))
  await acting(() => {
    for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      option.dispatchEvent(new MouseEvent(kind, { bubbles: true }))
  })
}

export async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await acting(() => {
    // React listens to the setter of the element: the prototype's own one goes around it, as a browser does.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export async function press(element: HTMLElement): Promise<void> {
  await acting(() => element.click())
}

/** Closes the window that is open, if one is: it stands outside the drawing, and would be gone before that is taken away. */
export async function closeDialog(): Promise<void> {
  const button = document.querySelector<HTMLElement>('[role=dialog] header button')
  if (!button) return
  await press(button)
  await vi.waitFor(async () => {
    // Where something was typed it asks first.
    if (document.querySelector('[role=dialog]')) await press(find('button', 'Leave without saving'))
  })
}

/** Until the page says something; everything that was under way has been drawn then. */
export async function shows(text: string): Promise<void> {
  await vi.waitFor(() => {
    if (!document.body.textContent.includes(text))
      throw new Error(`"${text}" is not in: ${document.body.textContent}`)
  })
}
