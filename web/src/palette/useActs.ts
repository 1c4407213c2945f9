import { CircleArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { Item } from './items'

const BUTTONS = '#content header :is(button, a[href]):not(:disabled)'

export interface Acts {
  /** Of the open record or list. */
  name: string
  items: Item[]
}

/** What the head of the page under the palette offers: the acts of the open record, as its buttons name them. */
export function useActs(): Acts {
  const [acts] = useState(read)
  return acts
}

function read(): Acts {
  const name = document.querySelector('#content h1')?.textContent?.trim() ?? ''
  const items = [...document.querySelectorAll<HTMLElement>(BUTTONS)]
    .filter((button) => button.textContent?.trim() && !button.closest('nav, h1, p'))
    .map((button, place) => ({
      key: `act:${place}`,
      label: button.textContent?.trim() ?? '',
      note: name,
      icon: CircleArrowRight,
      // After the palette has left the page: what it opens takes the focus.
      run: () => setTimeout(() => button.click()),
    }))
  return { name, items }
}
