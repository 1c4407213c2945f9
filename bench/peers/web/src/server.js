import { HttpError } from 'react-admin'

// How the application speaks with the server: who it is for, and the rows of a list.

async function call(path, { method = 'GET', body } = {}) {
  const headers = new Headers()
  const token = localStorage.getItem('token')
  const account = localStorage.getItem('account')
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (account) headers.set('X-Account', account)
  if (body) headers.set('Content-Type', 'application/json')
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new HttpError(response.statusText, response.status)
  return response
}

export const authProvider = {
  async login({ username, password }) {
    const said = await call('/auth/login', { method: 'POST', body: { email: username, password } })
    localStorage.setItem('token', (await said.json()).token)
    const me = await (await call('/rbac/me')).json()
    localStorage.setItem('account', me.company.id)
  },
  async logout() {
    localStorage.removeItem('token')
    localStorage.removeItem('account')
  },
  async checkAuth() {
    if (!localStorage.getItem('token')) throw new Error('nobody is signed in')
  },
  async checkError({ status }) {
    if (status === 401) throw new Error('the session has ended')
  },
}

export const dataProvider = {
  async getList(_resource, { pagination: { page, perPage }, sort, filter }) {
    const query = new URLSearchParams({
      page,
      per_page: perPage,
      order_by: sort.field,
      sort: sort.order.toLowerCase(),
      ...filter,
    })
    const response = await call(`/v1/payin/charges?${query}`)
    return { data: await response.json(), total: Number(response.headers.get('X-Total')) }
  },
}
