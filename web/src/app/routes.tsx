import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadTexts } from './i18n'
import { LoadFailed, NotFound, Rendering, Unauthorized } from './pages'
import { Root } from './Root'
import { parseSearch, stringifySearch } from './search'
import { isSignedIn } from './session'
import { whenKnown } from './user'

/**
 * Every address of the web. A screen has one route here with a lazily loaded component; paths of the menu whose screen is
 * not built yet fall to the last route of the dashboard, which says so.
 */

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Tokens of mails: about a forgotten password, and about another address.
  validateSearch: ({ tk, ck }: Record<string, unknown>): { tk?: string; ck?: string } => ({
    ...(typeof tk === 'string' && tk && { tk }),
    ...(typeof ck === 'string' && ck && { ck }),
  }),
  beforeLoad: ({ search }) => {
    // An address is confirmed also where somebody is signed in.
    if (isSignedIn() && !search.ck) throw redirect({ to: '/dashboard', replace: true })
  },
  loader: () => loadTexts('login'),
  component: lazyRouteComponent(() => import('../signin/SignInPage'), 'SignInPage'),
})

const unauthorized = createRoute({ getParentRoute: () => root, path: '/401', component: Unauthorized })
const forbidden = createRoute({ getParentRoute: () => root, path: '/403', component: Unauthorized })

export const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: () => {
    if (!isSignedIn()) throw redirect({ to: '/', replace: true })
  },
  loader: () => loadTexts('menu'),
  component: lazyRouteComponent(() => import('../shell/Shell'), 'Shell'),
})

/** Every query is taken as plain texts; a list drops what means nothing to it, and says so. */
const listSearch = (search: Record<string, unknown>) => search as Record<string, string>

const overview = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  loader: () => loadTexts('kit', 'overview', 'payin'),
  component: lazyRouteComponent(() => import('../overview/Overview'), 'Overview'),
})

const payments = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/list',
  validateSearch: listSearch,
  loader: ({ location }) => {
    void Promise.all([import('../payin/PaymentsList'), whenKnown()]).then(([{ ahead }]) =>
      ahead(listSearch(location.search)),
    )
    return loadTexts('kit', 'payin')
  },
  component: lazyRouteComponent(() => import('../payin/PaymentsList'), 'PaymentsList'),
})

const reviews = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/reviews',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'payin'),
  component: lazyRouteComponent(() => import('../payin/ReviewsList'), 'ReviewsList'),
})

const payment = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/$id',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'payin'),
  component: lazyRouteComponent(() => import('../payin/PaymentRecord'), 'PaymentRecord'),
})

const codes = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/codes',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'payin'),
  component: lazyRouteComponent(() => import('../payin/codes/CodesList'), 'CodesList'),
})

const code = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/codes/$id',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'payin'),
  component: lazyRouteComponent(() => import('../payin/codes/CodePage'), 'CodePage'),
})

const batches = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/batches',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'payin'),
  component: lazyRouteComponent(() => import('../payin/batches/BatchesList'), 'BatchesList'),
})

const newBatch = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/batches/new',
  loader: () => loadTexts('kit', 'payin'),
  component: lazyRouteComponent(() => import('../payin/batches/NewBatch'), 'NewBatch'),
})

const batch = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/batches/$id',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'payin'),
  component: lazyRouteComponent(() => import('../payin/batches/BatchPage'), 'BatchPage'),
})

const recurrences = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/list-subscription',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'pix'),
  component: lazyRouteComponent(() => import('../pix/RecurrencesList'), 'RecurrencesList'),
})

const recurrence = createRoute({
  getParentRoute: () => dashboard,
  path: 'payin/payments/list-subscription/$id',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'pix'),
  component: lazyRouteComponent(() => import('../pix/RecurrenceRecord'), 'RecurrencePage'),
})

const pixSchedules = createRoute({
  getParentRoute: () => dashboard,
  path: 'pix/automatic-pix/schedules-list',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'pix'),
  component: lazyRouteComponent(() => import('../pix/SchedulesList'), 'SchedulesList'),
})

const pixSchedule = createRoute({
  getParentRoute: () => dashboard,
  path: 'pix/automatic-pix/schedules-list/$id',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'pix'),
  component: lazyRouteComponent(() => import('../pix/ScheduleRecord'), 'SchedulePage'),
})

const pixCalendar = createRoute({
  getParentRoute: () => dashboard,
  path: 'pix/automatic-pix/calendar',
  loader: () => loadTexts('kit', 'pix'),
  component: lazyRouteComponent(() => import('../pix/SchedulesCalendar'), 'SchedulesCalendar'),
})

const account = createRoute({
  getParentRoute: () => dashboard,
  path: 'settings/account',
  loader: () => loadTexts('kit', 'login', 'preferences'),
  component: lazyRouteComponent(() => import('../profile/account/Account'), 'Account'),
})

const security = createRoute({
  getParentRoute: () => dashboard,
  path: 'settings/account/security',
  loader: () => loadTexts('kit', 'login', 'preferences'),
  component: lazyRouteComponent(() => import('../profile/Security'), 'Security'),
})

const notifications = createRoute({
  getParentRoute: () => dashboard,
  path: 'notifications',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'notifications'),
  component: lazyRouteComponent(() => import('../notifications/list/NotificationsList'), 'NotificationsList'),
})

const exported = createRoute({
  getParentRoute: () => dashboard,
  path: 'exports',
  validateSearch: listSearch,
  loader: () => loadTexts('kit', 'lists'),
  component: lazyRouteComponent(() => import('../kit/export/ExportsList'), 'ExportsList'),
})

const notificationPreferences = createRoute({
  getParentRoute: () => dashboard,
  path: 'settings/account/notifications',
  loader: () => loadTexts('kit', 'notifications'),
  component: lazyRouteComponent(() => import('../notifications/preferences/Preferences'), 'Preferences'),
})

/** A screen of access control. */
const accessControl = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `settings/access-control/${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'access'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const access = [
  accessControl('users', async () => (await import('../access/users/UsersList')).UsersList),
  accessControl('users/$id', async () => (await import('../access/users/UserRecord')).UserRecord),
  accessControl('roles', async () => (await import('../access/roles/RolesList')).RolesList),
  accessControl('roles/new', async () => (await import('../access/roles/NewRole')).NewRole),
  accessControl('roles/compare', async () => (await import('../access/roles/Compare')).Compare),
  accessControl('roles/$id', async () => (await import('../access/roles/RoleRecord')).RoleRecord),
  accessControl('permissions', async () => (await import('../access/permissions/WhoCan')).WhoCan),
  accessControl('keys', async () => (await import('../access/keys/KeysList')).KeysList),
]

/** Each piece of the kit in its states; only in development. */
const kit = createRoute({
  getParentRoute: () => dashboard,
  path: 'kit',
  loader: () => loadTexts('kit', 'payin', 'showcase'),
  component: lazyRouteComponent(() => import('../showcase/Kit'), 'Kit'),
})

/** A screen of double approval. */
const doubleApproval = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `settings/double-approval${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'approvals'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const approvals = [
  doubleApproval('', async () => (await import('../approvals/ApprovalsList')).ApprovalsList),
  doubleApproval('/policies', async () => (await import('../approvals/policies/PoliciesList')).PoliciesList),
  doubleApproval('/$id', async () => (await import('../approvals/record/ApprovalRecord')).ApprovalRecord),
]

/** A screen about what was done. */
const auditScreen = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `audit/${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'audit'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const audit = [
  auditScreen('activity-log', async () => (await import('../audit/ActivityList')).ActivityList),
  auditScreen('self-check', async () => (await import('../audit/SelfCheck')).SelfCheck),
  auditScreen(
    'activity-log/$id',
    async () => (await import('../audit/record/ActivityRecord')).ActivityRecord,
  ),
]

/** A screen of the tools. */
const tool = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `tools/${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'tools'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const tools = [
  tool('cron-tasks', async () => (await import('../tools/TasksList')).TasksList),
  tool('cron-tasks/$id', async () => (await import('../tools/record/TaskRecord')).TaskRecord),
]

/** A screen about the programs of a merchant. */
const ofPrograms = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `payin/sdk-management${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'sdk'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const sdk = [
  ofPrograms('', async () => (await import('../sdk/keys/SdkKeys')).SdkKeys),
  ofPrograms('/webhooks', async () => (await import('../sdk/webhooks/WebhooksList')).WebhooksList),
  ofPrograms('/webhooks/$id', async () => (await import('../sdk/webhooks/EndpointRecord')).EndpointPage),
  ofPrograms('/deliveries', async () => (await import('../sdk/webhooks/DeliveriesList')).DeliveriesList),
  ofPrograms('/deliveries/$id', async () => (await import('../sdk/webhooks/DeliveryRecord')).DeliveryPage),
  ofPrograms('/checkout', async () => (await import('../sdk/checkout/TryCheckout')).TryCheckout),
]

/** A screen of companies, or of their accounts. */
const company = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'companies', 'audit'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const companies = [
  company('companies/list-companies', async () => (await import('../companies/CompaniesList')).CompaniesList),
  company('companies/$id', async () => (await import('../companies/CompanyRecord')).CompanyRecord),
  company('accounts/list', async () => (await import('../accounts/AccountsList')).AccountsList),
  company('accounts/$id', async () => (await import('../accounts/AccountRecord')).AccountRecord),
]

/** A screen of deposits or of payment scheduling. */
const deposit = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `account/${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'deposits'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const deposits = [
  deposit('deposits/list', async () => (await import('../account/deposits/DepositsList')).DepositsList),
  deposit('deposits/$id', async () => (await import('../account/deposits/DepositRecord')).DepositPage),
  deposit(
    'payment-scheduling/list',
    async () => (await import('../account/scheduling/SchedulesList')).SchedulesList,
  ),
  deposit(
    'payment-scheduling/$id',
    async () => (await import('../account/scheduling/ScheduleRecord')).SchedulePage,
  ),
]

/** A screen of the merchant's own account. */
const ownAccount = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `account/${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'account'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const statement = [
  ownAccount(
    'transactions-history/list',
    async () => (await import('../account/history/HistoryList')).HistoryList,
  ),
  ownAccount(
    'transactions-history/as-known',
    async () => (await import('../account/history/AsKnown')).AsKnown,
  ),
  ownAccount(
    'transactions-history/$id',
    async () => (await import('../account/history/TransactionRecord')).TransactionRecord,
  ),
  ownAccount('merchant-notes/list', async () => (await import('../account/notes/NotesList')).NotesList),
  ownAccount('merchant-notes/$id', async () => (await import('../account/notes/NoteRecord')).NoteRecord),
]

/** A screen about where money goes. */
const outgoing = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `account/${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'transfers'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const transfers = [
  outgoing('transfers/list', async () => (await import('../account/transfers/TransfersList')).TransfersList),
  outgoing('transfers/$id', async () => (await import('../account/transfers/TransferRecord')).TransferPage),
  outgoing(
    'merchant-bank-accounts/list',
    async () => (await import('../account/bankaccounts/BankAccountsList')).BankAccountsList,
  ),
  outgoing(
    'merchant-bank-accounts/$id',
    async () => (await import('../account/bankaccounts/BankAccountRecord')).BankAccountPage,
  ),
]

/** A screen of return files. */
const returnFile = <Path extends string>(path: Path, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => dashboard,
    path: `payin/return-file${path}`,
    validateSearch: listSearch,
    loader: () => loadTexts('kit', 'returns'),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

const returnFiles = [
  returnFile('', async () => (await import('../returns/LiveList')).LiveList),
  returnFile('/$id', async () => (await import('../returns/FileRecord')).LivePage),
  returnFile('/preview', async () => (await import('../returns/PreviewList')).PreviewList),
  returnFile('/preview/$id', async () => (await import('../returns/FileRecord')).PreviewPage),
]

const noScreen = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  component: lazyRouteComponent(() => import('../shell/NoScreen'), 'NoScreen'),
})

const tree = root.addChildren([
  signIn,
  unauthorized,
  forbidden,
  dashboard.addChildren([
    overview,
    payments,
    reviews,
    codes,
    code,
    batches,
    newBatch,
    batch,
    recurrences,
    recurrence,
    pixSchedules,
    pixSchedule,
    pixCalendar,
    payment,
    account,
    security,
    notifications,
    exported,
    notificationPreferences,
    ...access,
    ...approvals,
    ...companies,
    ...audit,
    ...tools,
    ...deposits,
    ...statement,
    ...transfers,
    ...sdk,
    ...returnFiles,
    kit,
    noScreen,
  ]),
])

export function makeRouter() {
  return createRouter({
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // What a screen preloads is kept by the query client, not by the router.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Rendering,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: LoadFailed,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
