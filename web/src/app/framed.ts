import { createContext } from 'react'

/**
 * Whether the page's frame has been painted. Until then a screen shows only its header, which is painted with the frame; the rest
 * follows.
 */
export const Framed = createContext(true)
