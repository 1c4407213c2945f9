import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { COMPANY_STATUSES, LIST_PATH } from '../../companies/companies'
import { Registration } from '../../companies/record/Registration'
import { StatusWord } from '../../kit/list/Cell'
import Modal from '../../kit/modal/Modal'
import { Loaded } from '../../kit/record/Loaded'
import { useRecord } from '../../kit/record/useRecord'
import { buttonClass } from '../../ui/Button'

/** The company whose request is looked at, over it. */
export default function CompanyWindow({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('kit', 'kyc', 'companies')
  const language = useLanguage()
  const company = useRecord(
    'companies.company',
    id,
    (signal) => body(api.GET('/v1/companies/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  const path = `/dashboard/companies/${id}`
  return (
    <Modal
      title={company.data?.name ?? t('companies.title')}
      crumbs={[{ label: t('companies.title'), to: LIST_PATH }, { label: id }]}
      link={path}
      onClose={onClose}
      footer={
        <Link to={path} className={buttonClass('secondary')}>
          {t('kyc.look.company')}
        </Link>
      }
    >
      <Loaded query={company} level={2}>
        {(found) => (
          <>
            <p>
              <StatusWord values={COMPANY_STATUSES} value={found.status} text={{ t, language }} />
            </p>
            <Registration company={found} />
          </>
        )}
      </Loaded>
    </Modal>
  )
}
