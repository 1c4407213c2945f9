import { unstable_forceFrameRate as forceFrameRate } from 'scheduler'

/**
 * React draws a transition in slices of 5 ms, so that a press finds the page free. A screen is some fifty of them on a slow
 * machine, and between any two the browser looks for other work and paints what moves. While the first screen is drawn there
 * is nothing in it to press yet: its slices are longer then, and still short of the 50 ms from which on a person waits.
 */
const SLICES_A_SECOND = 25

export const longSlices = () => forceFrameRate(SLICES_A_SECOND)

/** As React chose them. */
export const usualSlices = () => forceFrameRate(0)
