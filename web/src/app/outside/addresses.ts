/** An address in JSON text, absolute or a path at the beginning of a string, and what follows its ? or #. */
const ADDRESS = /((?:https?:\/\/[^\s"'\\<>?#]+|(?<=")\/[^\s"'\\<>?#]*)[?#])([^\s"'\\<>]+)/g

const bytes = new TextEncoder()

/**
 * Covers the query of every address in a JSON text with asterisks: filters hold names, documents and ids. The length in
 * bytes stays, because the text is framed by it.
 */
export function withoutQueries(json: string): string {
  return json.replaceAll(ADDRESS, (_all, address: string, query: string) => {
    return address + '*'.repeat(bytes.encode(query).length)
  })
}
