import type { ReactNode } from 'react'
import { StatusBadge } from '../../ui/Badge'
import { CopyText } from '../CopyText'
import { DateTime } from '../DateTime'
import { formatDocument, formatNumber, formatUnder, type Money } from '../format'
import { bankName } from '../place/bankName'
import type { Column, ListDefinition, Status, Text } from './definition'

/** Draws the value of a column by its kind. */
export function cellOf<Row>(list: ListDefinition<Row>, column: Column<Row>, row: Row, text: Text): ReactNode {
  if (column.render) return column.render(row, text)
  // The type of a column ties its kind to the type of its values; a generic row hides that from the compiler.
  const value = row[column.key as keyof Row] as string | number | Money | null | undefined
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'object')
    return formatUnder(value, column.kind === 'money' ? column.currency : undefined, text.language)
  // Quantities are aligned to the end; a year or a file's number is a name.
  if (typeof value === 'number')
    return column.align === 'end' && !column.name ? formatNumber(value, text.language) : value
  switch (column.kind) {
    case 'text':
      return brokenMail(value)
    case 'money':
    case 'drawn':
      return value
    case 'id':
      return <CopyText text={value} short />
    case 'bank':
      return bankName(value)
    case 'document':
      return formatDocument(value)
    case 'time':
      return <DateTime at={value} />
    case 'status':
      return <StatusWord values={list.status?.values ?? []} value={value} text={text} />
  }
}

/** A text in its cell; an address of mail too long for one line is broken before its host, not in the middle of a word. */
function brokenMail(text: string): ReactNode {
  const at = /^\S+@(?=\S+$)/.exec(text)?.[0]
  if (!at) return text
  return (
    <>
      {at}
      <wbr />
      {text.slice(at.length)}
    </>
  )
}

/** A state's label; a state unknown to this version shows its name. */
export function StatusWord({
  values,
  value,
  text: { t },
}: {
  values: readonly Status[]
  value: string
  text: Text
}) {
  const status = values.find((known) => known.value === value)
  return <StatusBadge tone={status?.tone ?? 'neutral'}>{status ? t(status.label) : value}</StatusBadge>
}
