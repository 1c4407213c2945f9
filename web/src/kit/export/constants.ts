/** Milliseconds between two looks at how far an export or a bulk Command is. */
export const EXPORT_POLL = 2_000
