import { queryOptions } from '@tanstack/react-query'
import { profileQuery } from '../app/profile'
import { queries } from '../app/queries'
import { loadUser } from '../app/user'

/** Key of the query that holds the person who is signed in. */
export const ME = ['me'] as const

export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: loadUser,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Loads the person and their name before there is anything to draw, or the bar would move; who draws hears of a failure. */
export const knowPerson = () =>
  Promise.all([queries.prefetchQuery(meQuery), queries.prefetchQuery(profileQuery)])
