import { createStore } from '../app/store'

/** Which window over the page is open: the palette, the sheet of shortcuts, or that of a Command begun in the palette. */
export type Open = 'palette' | 'sheet' | 'newCharge' | null

export const palette = createStore({ open: null as Open })

export const show = (open: Open) => palette.set({ open })
