// <retaguarda-checkout charge="…" publishable-key="pk_…" lang="pt"></retaguarda-checkout>
// Shows the Pix code of a charge and follows its state. No dependency, no inline style or script, nothing kept. Apache-2.0.
const TEXTS = {
  pt: {
    title: 'Pague com Pix', to: 'para', copy: 'Copiar código Pix', copied: 'Código copiado',
    how: 'Abra o aplicativo do seu banco e leia o código, ou copie e cole.', qr: 'Código QR do Pix', until: 'Vale até',
    created: 'Preparando o código…', paid: 'Pagamento recebido', expired: 'Esta cobrança venceu', cancelled: 'Esta cobrança foi cancelada',
    failed: 'Não foi possível gerar esta cobrança', under_review: 'Pagamento em análise', refunded: 'Pagamento devolvido',
    partially_refunded: 'Pagamento devolvido em parte', offline: 'Sem conexão. Tentando de novo…', refused: 'Não é possível mostrar esta cobrança aqui',
  },
  en: {
    title: 'Pay with Pix', to: 'to', copy: 'Copy Pix code', copied: 'Code copied',
    how: 'Open your bank’s app and scan the code, or copy and paste it.', qr: 'Pix QR code', until: 'Valid until',
    created: 'Preparing the code…', paid: 'Payment received', expired: 'This charge has expired', cancelled: 'This charge was cancelled',
    failed: 'This charge could not be made', under_review: 'Payment under review', refunded: 'Payment refunded',
    partially_refunded: 'Payment refunded in part', offline: 'No connection. Trying again…', refused: 'This charge cannot be shown here',
  },
}
const EVERY = 2500
const LONGEST = 30000
const SVG = 'http://www.w3.org/2000/svg'

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
:host{display:block;max-width:360px;font:16px/1.5 var(--retaguarda-font,system-ui,sans-serif);color:var(--retaguarda-color,#1a1a24);
background:var(--retaguarda-background,#fff);border-radius:var(--retaguarda-radius,12px);padding:24px;box-sizing:border-box;text-align:center;overflow-wrap:anywhere}
:host([hidden]){display:none}
p{margin:0}
h2{margin:0;font-size:20px;line-height:1.3}
.amount{font-size:28px;font-weight:700;margin:4px 0}
svg{display:block;width:100%;max-width:240px;margin:16px auto;background:#fff;border-radius:8px}
.code{font:12px/1.4 ui-monospace,monospace;margin:12px 0;padding:8px;border:1px solid currentColor;border-radius:8px;text-align:start}
button{font:inherit;font-weight:600;min-height:44px;width:100%;border:0;border-radius:8px;cursor:pointer;color:var(--retaguarda-on-accent,#fff);background:var(--retaguarda-accent,#3200dc)}
button:focus-visible,.code:focus-visible{outline:3px solid var(--retaguarda-accent,#3200dc);outline-offset:2px}
.small{font-size:14px;margin-top:12px}
.state{font-size:18px;font-weight:600;margin-top:12px}
.state:empty{display:none}
`)

const make = (name, part, text) => {
  const element = document.createElement(name)
  if (part) {
    element.className = part
    element.setAttribute('part', part)
  }
  if (text) element.textContent = text
  return element
}

class RetaguardaCheckout extends HTMLElement {
  static observedAttributes = ['charge', 'publishable-key', 'lang']
  #shown = ''
  #timer = 0
  #wait = EVERY
  #asked = null
  #root = this.attachShadow({ mode: 'open' })
  #page = make('div')
  #state = make('p', 'state')
  #wake = () => { if (!document.hidden) this.#ask() }

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sheet]
    this.#state.setAttribute('role', 'status')
    this.#root.append(this.#page, this.#state)
  }

  connectedCallback() {
    document.addEventListener('visibilitychange', this.#wake)
    this.#begin()
  }

  disconnectedCallback() {
    document.removeEventListener('visibilitychange', this.#wake)
    this.#stop()
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#begin()
  }

  get #texts() {
    const language = this.getAttribute('lang') || document.documentElement.lang || 'en'
    return language.toLowerCase().startsWith('pt') ? TEXTS.pt : TEXTS.en
  }

  get #locale() {
    return this.#texts === TEXTS.pt ? 'pt-BR' : 'en-GB'
  }

  #begin() {
    this.#stop()
    this.#shown = ''
    this.#wait = EVERY
    this.#page.replaceChildren()
    this.#ask()
  }

  #stop() {
    clearTimeout(this.#timer)
    this.#asked?.abort()
    this.#asked = null
  }

  async #ask() {
    this.#stop()
    const [charge, key] = [this.getAttribute('charge'), this.getAttribute('publishable-key')]
    if (!charge || !key) return
    const asked = (this.#asked = new AbortController())
    try {
      const address = new URL(`/v1/checkout/charges/${encodeURIComponent(charge)}`, import.meta.url)
      address.searchParams.set('key', key)
      const answer = await fetch(address, { signal: asked.signal, credentials: 'omit', cache: 'no-store' })
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return this.#end('refused')
      if (!answer.ok) throw new Error(String(answer.status))
      const found = await answer.json()
      this.#wait = EVERY
      this.#show(found)
      if (found.final) return
    } catch {
      if (asked.signal.aborted) return
      this.#wait = Math.min(this.#wait * 2, LONGEST)
      this.#state.textContent = this.#texts.offline
      this.#shown = ''
    }
    // A page that nobody sees asks again when it is seen.
    if (!document.hidden) this.#timer = setTimeout(() => this.#ask(), this.#wait)
  }

  #show(charge) {
    if (charge.status === this.#shown) return
    this.#shown = charge.status
    if (charge.code) this.#draw(charge)
    else this.#end(charge.status)
    this.dispatchEvent(new CustomEvent('status', { detail: { status: charge.status, charge: charge.id }, bubbles: true, composed: true }))
  }

  #end(status) {
    this.#page.replaceChildren()
    this.#state.textContent = this.#texts[status] ?? status
  }

  #draw({ amount, merchant, br_code, code, expires_at }) {
    const texts = this.#texts
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('viewBox', `0 0 ${code.size} ${code.size}`)
    svg.setAttribute('role', 'img')
    svg.setAttribute('aria-label', texts.qr)
    svg.setAttribute('part', 'qr')
    const dark = document.createElementNS(SVG, 'path')
    dark.setAttribute('d', code.path)
    dark.setAttribute('fill', '#000')
    svg.append(dark)
    const written = make('p', 'code', br_code)
    written.tabIndex = 0
    const copy = make('button', 'copy', texts.copy)
    copy.type = 'button'
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(br_code)
        this.#state.textContent = texts.copied
      } catch {
        getSelection()?.selectAllChildren(written)
      }
    })
    const money = new Intl.NumberFormat(this.#locale, { style: 'currency', currency: amount.currency }).format(amount.amount / 100)
    const until = new Intl.DateTimeFormat(this.#locale, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(expires_at))
    this.#state.textContent = ''
    this.#page.replaceChildren(
      make('h2', 'title', texts.title), make('p', 'amount', money), make('p', 'merchant', `${texts.to} ${merchant}`),
      svg, make('p', 'how', texts.how), written, copy, make('p', 'small', `${texts.until} ${until}`),
    )
  }
}

if (!customElements.get('retaguarda-checkout')) customElements.define('retaguarda-checkout', RetaguardaCheckout)
