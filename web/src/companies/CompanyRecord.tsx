import { useParams } from '@tanstack/react-router'
import { api, body } from '../app/api'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import { Loaded } from '../kit/record/Loaded'
import { RecordPage } from '../kit/record/RecordPage'
import { trailTab } from '../kit/record/trailTab'
import { useRecord } from '../kit/record/useRecord'
import { type CompanyRecord as Record, SEE_INTERNAL } from './companies'
import { CompanyHeader } from './record/CompanyHeader'
import { Knowing } from './record/Knowing'
import { Notes } from './record/Notes'
import { OwnAccounts } from './record/OwnAccounts'
import { Partners } from './record/Partners'
import { People } from './record/People'
import { Registration } from './record/Registration'
import { Situation } from './record/Situation'
import { Terms } from './record/Terms'

/** One company: who it is and whose, on what terms, what is known of it, and what was done. */
export function CompanyRecord() {
  const { id = '' } = useParams({ strict: false })
  const company = useRecord(
    'companies.company',
    id,
    (signal) => body(api.GET('/v1/companies/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={company}>{(found) => <Sides company={found} />}</Loaded>
}

function Sides({ company }: { company: Record }) {
  const t = useT('common', 'kit', 'companies', 'audit')
  const internal = may(SEE_INTERNAL)
  const tab = (key: string, count: number, content: React.ReactNode) => ({
    key,
    label: t(`companies.tab.${key}`, { count }),
    content,
  })
  return (
    <RecordPage
      header={<CompanyHeader company={company} />}
      situation={<Situation company={company} />}
      main={
        <>
          <Registration company={company} />
          <Partners company={company} />
        </>
      }
      side={<OwnAccounts company={company} />}
      tabs={[
        tab('terms', company.contracts.length, <Terms company={company} />),
        ...(company.people.length
          ? [tab('people', company.people.length, <People people={company.people} />)]
          : []),
        ...(internal
          ? [
              tab('knowing', company.attributes.length, <Knowing company={company} />),
              tab('notes', company.notes.length, <Notes company={company} />),
              trailTab(t, 'companies', String(company.id)),
            ]
          : []),
      ]}
    />
  )
}
