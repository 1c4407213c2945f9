import { createContext } from 'react'

/** Whether the keyboard comes by Tab to what can be done with a row: it does so in the row where it stands, not in every one. */
export const RowStop = createContext(true)
