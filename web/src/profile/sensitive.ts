import { may, TWO_FACTOR } from '../app/permissions'
import type { User } from '../app/state'

/** Whether a person may do nothing before they have a second factor: the server says who is sensitive. */
export function mustSetUpTwoFactor(user: User): boolean {
  return user.sensitive === true && !may([TWO_FACTOR], user.permissions)
}
