const scripts = new Map<string, Promise<void>>()

/** Loads a third party's script once; a failed load is retried on the next call. `nonce`: of this page's response. */
export function loadScript(address: string, nonce = ''): Promise<void> {
  let loading = scripts.get(address)
  if (!loading) {
    loading = new Promise<void>((resolve, reject) => {
      const script = Object.assign(document.createElement('script'), { src: address, async: true })
      if (nonce) script.nonce = nonce
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => {
        scripts.delete(address)
        script.remove()
        reject(new Error(`${address} could not be loaded`))
      })
      document.head.append(script)
    })
    scripts.set(address, loading)
  }
  return loading
}
