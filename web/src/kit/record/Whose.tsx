import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { may } from '../../app/permissions'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'

const SEE_COMPANIES = ['register::company:read-internal']

/** With all merchants in sight: whose a record is, and the way to that company. */
export function Whose({ company }: { company: number }) {
  const all = useStore(settings, ({ account }) => account?.id === 'all')
  const { data } = useQuery({
    queryKey: ['companies'],
    queryFn: ({ signal }) => body(api.GET('/rbac/companies', { signal })),
    enabled: all,
  })
  const name = all && data?.find(({ id }) => id === company)?.name
  if (!name) return null
  const path: string = `/dashboard/companies/${company}`
  return <> · {may(SEE_COMPANIES) ? <Link to={path}>{name}</Link> : name}</>
}
