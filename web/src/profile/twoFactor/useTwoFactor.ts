import { useState } from 'react'
import { useAction } from '../../app/action'
import { api, body } from '../../app/api'
import { queries } from '../../app/queries'
import { type PasswordGate, usePasswordGate } from '../confirm/gate'
import { RECOVERY, refreshFactors } from '../keys'

/** A device that waits to be confirmed. */
export interface Setup {
  /** A picture, as the address of an image. */
  qrCode: string
  secret: string
}

export interface TwoFactor {
  /** A device is being set up. */
  setup: Setup | null
  /** New recovery codes, until the person has kept them. */
  codes: string[] | null
  pending: boolean
  failure: unknown
  begin: () => void
  cancel: () => void
  /** Confirms the device with a code of its own. */
  confirm: (digits: string) => void
  renewCodes: () => void
  codesKept: () => void
  dialog: PasswordGate['dialog']
}

/** The life of the second factor's card: idle → setup → idle, with the recovery codes shown once in between. */
export function useTwoFactor(onConfirmed: () => void): TwoFactor {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { pending, failure, run, reset } = useAction()
  const { pass, dialog } = usePasswordGate()

  async function begin() {
    const outcome = await run(() => pass(() => body(api.POST('/auth/twoFactor', { body: {} }))))
    const given = outcome?.value?.value
    if (given) setSetup({ qrCode: given.qrCode ?? '', secret: given.secret ?? '' })
  }

  async function confirm(digits: string) {
    if (!setup) return
    const { secret } = setup
    const outcome = await run(() =>
      pass(() => body(api.POST('/auth/twoFactor', { body: { digits, secret } }))),
    )
    const given = outcome?.value?.value
    if (!given) return
    setSetup(null)
    if (given.recoveryCodes?.length) setCodes(given.recoveryCodes)
    // This session now counts as one with a second factor.
    await refreshFactors()
    onConfirmed()
  }

  async function renewCodes() {
    const outcome = await run(() => pass(() => body(api.POST('/auth/recovery-codes'))))
    const given = outcome?.value?.value
    if (!given) return
    setCodes(given.recoveryCodes)
    void queries.invalidateQueries({ queryKey: RECOVERY })
  }

  return {
    setup,
    codes,
    pending,
    failure,
    begin: () => void begin(),
    cancel: () => {
      setSetup(null)
      reset()
    },
    confirm: (digits) => void confirm(digits),
    renewCodes: () => void renewCodes(),
    codesKept: () => setCodes(null),
    dialog,
  }
}
