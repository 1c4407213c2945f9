import { authentication, settings } from '../app/state'
import { useLeaveGuard } from '../kit/useLeaveGuard'
import { isStaffView } from '../viewer/staffView'

interface Move {
  current: { pathname: string }
  next: { pathname: string }
}

/** Where staff act for a merchant it is the whole dashboard that is dangerous: from one page of it to the next nothing is asked. */
function isLeaving({ current, next }: Move): boolean {
  const isEverywhere = isStaffView(settings.get().account, authentication.get().user)
  return isEverywhere ? !next.pathname.startsWith('/dashboard') : current.pathname !== next.pathname
}

/** Asks before a screen is left that says of itself that it is dangerous. */
export default function DangerousScreen() {
  return useLeaveGuard(true, 'dangerous', isLeaving).question
}
