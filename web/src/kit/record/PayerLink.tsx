import { Link } from '@tanstack/react-router'
import { formatDocument } from '../format'
import { payerPath } from './objectPath'

/** The name of a payer, which leads to all that they paid; `id` is of a charge or recurrence of theirs. */
export function PayerLink({
  id,
  name,
  document,
}: {
  id: string | null
  name: string | null
  document: string | null
}) {
  const shown = name ?? (document && formatDocument(document))
  if (!shown || !id) return shown ?? '—'
  return <Link to={payerPath(id)}>{shown}</Link>
}
