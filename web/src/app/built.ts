import { createContext } from 'react'

/** The addresses that have a screen; null where nobody says which. An entry of the menu without one is marked. */
export const Built = createContext<ReadonlySet<string> | null>(null)
