import { Link } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { formatDay, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import Modal from '../../kit/modal/Modal'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { useRecord } from '../../kit/record/useRecord'
import { buttonClass } from '../../ui/Button'
import { DOCUMENT_STATES, KYC_PATH, type Request, requestPath, STATES, wordOf } from './kyc'

/** Another request of the same document, over the one that is looked at. */
export default function RequestWindow({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('kit', 'kyc')
  const request = useRecord(
    'kyc.requests',
    id,
    (signal) => body(api.GET('/v1/kyc/requests/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return (
    <Modal
      title={request.data?.name ?? t('kyc.requests.title')}
      crumbs={[{ label: t('kyc.requests.title'), to: KYC_PATH }, { label: request.data?.number ?? '' }]}
      link={requestPath(id)}
      onClose={onClose}
      footer={
        <Link to={requestPath(id)} className={buttonClass('secondary')} onClick={onClose}>
          {t('kyc.look.request')}
        </Link>
      }
    >
      <Loaded query={request} level={2}>
        {(found) => <Found request={found} />}
      </Loaded>
    </Modal>
  )
}

function Found({ request }: { request: Request }) {
  const t = useT('kyc')
  const language = useLanguage()
  return (
    <>
      <Facts
        facts={[
          {
            label: t('kyc.column.state'),
            value: <StatusWord values={STATES} value={request.state} text={{ t, language }} />,
          },
          { label: t('kyc.column.reason'), value: request.reason_name },
          { label: t('kyc.column.document'), value: formatDocument(request.document) },
          { label: t('kyc.column.subject_type'), value: wordOf(t, 'subject', request.subject_type) },
          {
            label: t('kyc.column.expires_on'),
            value: request.expires_on && formatDay(request.expires_on, language),
          },
        ]}
      />
      <MiniTable
        label={t('kyc.column.documents')}
        columns={[
          { key: 'name', title: t('kyc.column.documents'), wide: true },
          { key: 'state', title: t('kyc.column.state') },
        ]}
        rows={request.documents.map(({ n, name, state }) => ({
          key: String(n),
          cells: [
            name,
            <StatusWord key="state" values={DOCUMENT_STATES} value={state} text={{ t, language }} />,
          ],
        }))}
      />
    </>
  )
}
