import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Bell,
  Building2,
  CheckCheck,
  KeyRound,
  LayoutDashboard,
  Lock,
  type LucideIcon,
  Repeat2,
  Scale,
  ScrollText,
  ShieldCheck,
  UserRound,
  UsersRound,
  Wallet,
  Wrench,
} from 'lucide-react'
import type { Section } from '../app/entries'

export const SECTION_ICONS: Record<Exclude<Section, 'preferences'>, LucideIcon> = {
  overview: LayoutDashboard,
  account: Wallet,
  pix: Repeat2,
  payouts: ArrowUpRight,
  payin: ArrowDownLeft,
  compliance: ShieldCheck,
  audit: ScrollText,
  exchange: ArrowLeftRight,
  conciliation: Scale,
  companies: Building2,
  accounts: UsersRound,
  tools: Wrench,
}

/** By the last word of the label's key. */
export const PREFERENCE_ICONS: Record<string, LucideIcon> = {
  profile: UserRound,
  security: Lock,
  notifications: Bell,
  access_control: KeyRound,
  double_approval: CheckCheck,
}
