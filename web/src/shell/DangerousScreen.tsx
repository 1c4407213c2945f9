import { useLeaveGuard } from '../kit/useLeaveGuard'

/** Asks before a screen is left that says of itself that it is dangerous. */
export default function DangerousScreen() {
  return useLeaveGuard(true, 'dangerous').question
}
