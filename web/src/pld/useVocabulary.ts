import { useQuery } from '@tanstack/react-query'
import { api, body } from '../app/api'

/** The features that conditions are written over, and the situations of Carta Circular 4.001. */
export function useVocabulary() {
  return useQuery({
    queryKey: ['record', 'pld.features'],
    queryFn: ({ signal }) => body(api.GET('/v1/pld-engine/features', { signal })),
  })
}
