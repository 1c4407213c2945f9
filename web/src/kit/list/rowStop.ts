import { createContext } from 'react'

/** Whether Tab stops at a row's actions: only in the row that has the keyboard, not in every row. */
export const RowStop = createContext(true)
