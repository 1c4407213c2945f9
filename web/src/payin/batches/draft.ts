import { createStore } from '../../app/store'

/** Refused lines on their way into another batch; they are there until a page has taken them. */
export const draft = createStore({ text: '' })
