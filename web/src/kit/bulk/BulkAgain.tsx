import { useQuery } from '@tanstack/react-query'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../command/CommandButton'
import { BulkResult } from './BulkResult'
import { type BulkRow, titleOf } from './run'
import { readBulk } from './server'

/** The result of a Command on many rows, opened again. */
export default function BulkAgain({ row, onClose }: CommandProps & { row: BulkRow }) {
  const t = useT('lists')
  const id = row.id ?? ''
  const { data } = useQuery({ queryKey: ['bulk', id], queryFn: ({ signal }) => readBulk(id, signal) })
  return data ? <BulkResult bulk={data} title={titleOf(t, row.command)} onClose={onClose} /> : null
}
