/** Input field → its error. */
export type Errors = Record<string, string | undefined>

type Read = { input: unknown } | { errors: Errors }

/** What is still wrong of what the form itself found: a field that would pass now is not wrong any more. */
export function stillWrong(own: Errors, now: Read): Errors {
  const found = 'errors' in now ? now.errors : {}
  return Object.fromEntries(Object.entries(own).filter(([field]) => found[field]))
}

/** Whether a field that the server refused has been changed since. */
export function isEdited(field: string, sent: unknown, now: Read): boolean {
  // What was sent had passed the form, so a field that does not pass now is another.
  return 'errors' in now ? Boolean(now.errors[field]) : !isSame(field, sent, now.input)
}

/** By the path under which the server names a field; what a form sends under another name is taken as a whole. */
function isSame(field: string, sent: unknown, now: unknown): boolean {
  const path = field.split('.')
  const known = typeof sent === 'object' && sent !== null && (path[0] as string) in sent
  const text = (input: unknown) => JSON.stringify(known ? at(input, path) : input)
  return text(sent) === text(now)
}

function at(input: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | null | undefined)?.[name],
    input,
  )
}
