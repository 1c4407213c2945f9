import type { User } from '../app/state'
import { sectionArea } from '../app/test-area'
import { refused } from '../app/test-kit'

/** For tests of these screens: somebody who is signed in. */

export const ana: User = {
  id: 'u1',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'en',
  permissions: ['rbac::companies:read'],
  internal_user: false,
  sensitive: false,
}

export const profileArea = () => sectionArea(ana, { 'GET /rbac/me': ana }, () => [import('./SensitiveModal')])

export const done = (message: string) => ({ status: true, statusCode: 200, message })

/** The refusal of a server that wants the password first. */
export const passwordWanted = () => refused(403, 'password_confirmation_required')
export const wrongPassword = () => refused(400, 'password_incorrect', 'Invalid e-mail or password')
