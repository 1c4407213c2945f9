import type { ReactNode } from 'react'
import type { User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { acting } from '../app/test-page'

/** For tests of these screens: an administrator. */

export const gil: User = {
  id: 'u-gil',
  email: 'gil@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: [
    'rbac::companies:read',
    'rbac::users:read',
    'rbac::users:write',
    'rbac::roles:read',
    'rbac::roles:write',
    'rbac::keys:read',
    'rbac::keys:write',
    'payin::payment:read',
    'payin::charge:write',
  ],
  internal_user: false,
  sensitive: false,
}

export const accessArea = () =>
  sectionArea(
    gil,
    {
      'GET /rbac/companies': [gil.company],
      'POST /auth/second-step': { methods: ['totp', 'recovery'], challenge: null },
    },
    () => [import('../ui/MenuPart')],
  )

export const openAt = (path: string, screens: Record<string, () => ReactNode>) =>
  openUnder('/dashboard/settings/access-control/', path, screens)

/** Ticks or unticks what stands beside a text. */
export function box(text: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((label) => label.textContent.startsWith(text))
  const input = found?.querySelector('input')
  if (!input) throw new Error(`no box "${text}" in ${document.body.textContent}`)
  return input
}

export async function typeLong(area: HTMLTextAreaElement, text: string): Promise<void> {
  await acting(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
