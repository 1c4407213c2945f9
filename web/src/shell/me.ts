/** Key of the query that holds the person who is signed in. */
export const ME = ['me'] as const
