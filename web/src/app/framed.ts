import { createContext } from 'react'

/**
 * Whether the first picture of the page has come as far as its screen. Until then a screen that is drawn with the frame shows no more
 * than its head: it is painted at once, and what is under it follows.
 */
export const Framed = createContext(true)
