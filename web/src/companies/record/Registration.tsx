import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { countryName } from '../../kit/place/countryName'
import { type Fact, Facts } from '../../kit/record/Facts'
import { Card } from '../../ui/Card'
import { type CompanyRecord, RISKS, wordOf } from '../companies'

/** What the registration says. */
export function Registration({ company }: { company: CompanyRecord }) {
  const t = useT('kit', 'companies')
  const language = useLanguage()
  const internal: Fact[] =
    company.risk === undefined
      ? []
      : [
          {
            label: t('companies.column.risk'),
            value: <StatusWord values={RISKS} value={company.risk} text={{ t, language }} />,
          },
          { label: t('companies.column.owner'), value: company.owner },
        ]
  return (
    <Card title={t('companies.card.registration')}>
      <Facts
        facts={[
          { label: t('companies.column.legal_name'), value: company.legal_name },
          { label: t('companies.column.document'), value: formatDocument(company.document) },
          { label: t('companies.column.segment'), value: company.segment || null },
          { label: t('companies.column.country'), value: countryName(company.country, language) },
          {
            label: t('companies.column.products'),
            value: company.products.map((each) => wordOf(t, 'product', each)).join(', ') || null,
          },
          {
            label: t('companies.column.kyc_expires_on'),
            value: company.kyc_expires_on && formatDay(company.kyc_expires_on, language),
          },
          ...internal,
          { label: t('companies.column.time_zone'), value: company.time_zone },
          {
            label: t('companies.column.created_at'),
            value: <DateTime at={company.created_at} year="always" />,
          },
          { label: t('companies.column.id'), value: String(company.id) },
        ]}
      />
    </Card>
  )
}
