import { createElement, useEffect } from 'react'
import { addressOf } from '../../app/calls'
import { useT } from '../../app/i18n'
import { readSections } from '../../kit/command/subjects'
import styles from './TryCheckout.module.css'

interface CheckoutProps {
  charge: string
  publishable: string
  language: string
}

/** The element that shops put into their pages, from the script that they load. */
export function Checkout({ charge, publishable, language }: CheckoutProps) {
  const t = useT('sdk')
  useEffect(() => {
    const script = Object.assign(document.createElement('script'), {
      type: 'module',
      src: addressOf('/checkout.js').href,
    })
    document.head.append(script)
    return () => script.remove()
  }, [])
  useEffect(() => {
    const heard = () => readSections(['sdk', 'payin'])
    document.addEventListener('status', heard)
    return () => document.removeEventListener('status', heard)
  }, [])
  return createElement('retaguarda-checkout', {
    class: styles.checkout,
    charge,
    'publishable-key': publishable,
    lang: language,
    'aria-label': t('sdk.tab.checkout'),
    role: 'group',
  })
}
