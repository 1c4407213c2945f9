import { FIRST_PAGE, NOTIFICATIONS_PAGE_SIZE } from '../../app/constants'
import { PAGE_SIZES } from '../../kit/list/search'

/** What the address says of the list: page, rows per page, and whether only the unread are wanted. */
export interface Listed {
  page: number
  perPage: number
  unread: boolean
}

export interface Reading {
  listed: Listed
  /** Names that mean nothing here, or whose value does not. */
  dropped: string[]
}

export function readAddress(search: Readonly<Record<string, string>>): Reading {
  const listed: Listed = { page: FIRST_PAGE, perPage: NOTIFICATIONS_PAGE_SIZE, unread: false }
  const dropped: string[] = []
  for (const [name, value] of Object.entries(search)) {
    if (value && !take(listed, name, value)) dropped.push(name)
  }
  return { listed, dropped }
}

function take(listed: Listed, name: string, value: string): boolean {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0
  switch (name) {
    case 'page':
      listed.page = number || listed.page
      return number > 0
    case 'per_page':
      if (!PAGE_SIZES.some((size) => size === number)) return false
      listed.perPage = number
      return true
    case 'unread':
      listed.unread = value === 'true'
      return value === 'true'
    default:
      return false
  }
}

/** What is as usual is left out. */
export function writeAddress({ page, perPage, unread }: Listed): Record<string, string> {
  return {
    ...(unread && { unread: 'true' }),
    ...(page !== FIRST_PAGE && { page: String(page) }),
    ...(perPage !== NOTIFICATIONS_PAGE_SIZE && { per_page: String(perPage) }),
  }
}
