import type { GuardedRoute, Permission } from './permissions.ts'
import { newSubmissionId } from './submissionPath.ts'

/** One address of the portal, below that of its parent. */
export interface PortalRoute {
  /** `:name` is one part, `*` at the end is any rest; absent: the address of the parent itself. */
  path?: string
  /** The screen at the address; with children it is the frame around them. */
  screen?: string
  /** Whom the matrix lets in; anybody else is sent to the dashboard. */
  guard?: GuardedRoute
  /** Whether it, and what lies below it, is shown without anybody being signed in. */
  isPublic?: true
  children?: readonly PortalRoute[]
}

/** Pages of one file of the online validation tool, below its own address (specification 2 §2.2). */
const onlineValidationPages = [
  { screen: 'submissionStart' },
  { path: 'upload', screen: 'upload' },
  { path: 'processing', screen: 'processing' },
  { path: 'reports', screen: 'quality' },
  { path: 'reports/quality/:rule/:regulatorCode', screen: 'rule' },
  { path: 'reports/students', screen: 'students' },
  { path: 'reports/students/:student', screen: 'student' },
] as const satisfies readonly PortalRoute[]

/** The same below the address of a file; its history on the chart lies beside them. */
const onlineValidationFile = <const Path extends string>(path: Path) =>
  [
    { path: `${path}/lifecycle`, screen: 'submissionLifecycle' },
    { path, screen: 'submission', children: onlineValidationPages },
  ] as const

/** Pages of one submission; the same below the provider's address and the monitoring mirror (specification 2 §2.1, §2.2). */
const submissionPages = [
  ...onlineValidationPages,
  { path: 'reports/credibility/:reportCode/:instId', screen: 'credibility' },
  { path: 'reports/additional-reports/:reportCode', screen: 'additionalReport' },
  { path: 'submit', screen: 'submit' },
  { path: 'approval', screen: 'approval' },
  { path: 'signoff', screen: 'signOff' },
] as const satisfies readonly PortalRoute[]

/** Every address of the portal: the router is made of it, and the server answers any other with status 404. */
export const portalRoutes = [
  { screen: 'dashboard' },
  {
    path: 'submissions',
    guard: '/submissions',
    children: [
      { screen: 'manageSubmissions' },
      { path: ':reference/activity-log', screen: 'activityLog' },
      { path: ':collectionId/transfers', screen: 'transfersIn' },
      { path: ':collectionId/:submissionId/lifecycle', screen: 'submissionLifecycle' },
      { path: ':collectionId/:submissionId', screen: 'submission', children: submissionPages },
    ],
  },
  {
    path: 'monitoring',
    guard: '/monitoring',
    children: [
      { screen: 'monitoredCollections' },
      { path: ':reference', screen: 'monitoredCollection' },
      { path: 'providers/:instId', screen: 'monitoredProvider' },
      { path: ':reference/sector', screen: 'sector' },
      { path: ':reference/rules', screen: 'rulesAcross' },
      { path: ':reference/:collectionId/:instId/:submissionId/lifecycle', screen: 'submissionLifecycle' },
      {
        path: ':reference/:collectionId/:instId/:submissionId',
        screen: 'submission',
        children: submissionPages,
      },
      {
        guard: '/monitoring/online-validation',
        children: [
          ...onlineValidationFile(':reference/:collectionId/online-validation/:instId/:submissionId'),
        ],
      },
    ],
  },
  {
    path: 'online-validation',
    guard: '/online-validation',
    children: [{ screen: 'onlineValidation' }, ...onlineValidationFile(':collectionId/:submissionId')],
  },
  {
    path: 'issues',
    guard: '/issues',
    children: [{ screen: 'issues' }, { path: ':issueId', screen: 'issue' }],
  },
  {
    path: 'suppliers',
    children: [
      {
        guard: '/suppliers',
        children: [
          { screen: 'apiKeys' },
          { path: 'keys/new', screen: 'newApiKey' },
          { path: 'webhooks', screen: 'webhooks' },
          { path: 'webhooks/new', screen: 'newWebhook' },
          { path: 'webhooks/:webhookId', screen: 'webhook' },
        ],
      },
      { guard: '/suppliers/guide', children: [{ path: 'guide', screen: 'supplierGuide' }] },
    ],
  },
  {
    path: 'specification',
    isPublic: true,
    children: [
      { screen: 'publishedSpecifications' },
      { path: ':reference', screen: 'publishedSpecification' },
    ],
  },
  // A separate document with a stricter policy: the screen here only loads it (src/main.tsx).
  { path: 'validate', isPublic: true, children: [{ screen: 'validate' }] },
  // Where the page sends somebody who has to sign in first; from here they come back.
  { path: 'validate/sign-in', screen: 'validateSignIn' },
  { path: 'accessibility', isPublic: true, children: [{ screen: 'accessibility' }] },
  { path: 'notices', screen: 'notices' },
  { path: 'account', children: [{ screen: 'account' }, { path: 'mails', screen: 'mails' }] },
  { path: 'management/audit', guard: '/management/audit', children: [{ screen: 'audit' }] },
  {
    path: 'management/data-pseudonymisation',
    guard: '/management/data-pseudonymisation',
    children: [{ screen: 'dataPseudonymisation' }],
  },
  {
    path: 'management',
    guard: '/management',
    children: [
      { screen: 'managementStart' },
      { path: 'collections', screen: 'collections' },
      { path: 'collections/new', screen: 'newCollection' },
      { path: 'specifications', screen: 'specifications' },
      { path: 'specifications/schemas', screen: 'schemas' },
      { path: 'specifications/rulesets', screen: 'rulesets' },
      { path: 'specifications/schemas/new', screen: 'newSchema' },
      { path: 'specifications/rulesets/new', screen: 'newRuleset' },
      { path: 'specifications/rulesets/:ruleset', screen: 'ruleset' },
      { path: 'specifications/rulesets/:ruleset/difference', screen: 'rulesetDifference' },
      { path: 'specifications/rules/:code', screen: 'ruleSource' },
      { path: 'specifications/specs', screen: 'specifications' },
      { path: 'specifications/specs/new', screen: 'newSpecification' },
      { path: 'specifications/specs/:spec', screen: 'specification' },
      { path: 'specifications/specs/:spec/difference', screen: 'specificationDifference' },
      { path: 'specifications/specs/:spec/impact', screen: 'specificationImpact' },
      { path: 'specifications/specs/:spec/tolerances', screen: 'tolerances' },
      { path: 'specifications/specs/:spec/tolerances/import', screen: 'toleranceImport' },
      { path: 'collections/bulk-reprocessing/:collectionId/:reference', screen: 'bulkReprocessing' },
      { path: 'collections/historic-amendment/:collectionReference', screen: 'historicAmendment' },
      { path: 'bulk-reprocessing/:collectionId/:reference', screen: 'movedBulkReprocessing' },
      { path: 'collections/:reference', screen: 'collection' },
      { path: 'collections/:reference/details', screen: 'collectionDetails' },
      { path: 'jobs', screen: 'jobs' },
      { path: 'delivery-config', screen: 'deliveryConfigurations' },
      { path: 'delivery-config/create', screen: 'newDeliveryConfiguration' },
      { path: 'delivery-config/:configurationId', screen: 'deliveryConfiguration' },
      { path: 'delivery-config/:configurationId/edit', screen: 'editDeliveryConfiguration' },
      { path: 'deliveryConfig', screen: 'movedDeliveryConfigurations' },
      { path: 'deliveryConfig/create', screen: 'movedNewDeliveryConfiguration' },
      { path: 'users', screen: 'users' },
      { path: 'providers', screen: 'providers' },
      { path: 'providers/import', screen: 'registerImport' },
      { path: 'providers/:instId', screen: 'provider' },
      { path: 'providers/:instId/details', screen: 'providerDetails' },
    ],
  },
  {
    path: 'delivery',
    guard: '/delivery',
    children: [
      { screen: 'deliveries' },
      {
        path: 'downloads-log',
        guard: '/delivery/downloads-log',
        children: [{ screen: 'downloadsLog' }],
      },
      { path: ':deliveryId', screen: 'delivery' },
    ],
  },
  { path: 'iris-reprocessing', guard: '/iris-reprocessing', children: [{ screen: 'irisReprocessing' }] },
  { path: 'inspector', guard: '/inspector', children: [{ screen: 'inspector' }] },
  // Where older addresses lead (specification 1 §2, 2 §2.2).
  { path: 'admin/*', screen: 'movedAdmin' },
  { path: 'collection/:collectionId/submission/:submissionId/*', screen: 'movedSubmission' },
  { path: 'collection/:collectionId/online-validation/:submissionId/*', screen: 'movedOnlineValidation' },
  { path: 'collection/:collectionReference/activityLog', screen: 'movedActivityLog' },
  { path: 'monitoring/reference/:reference', screen: 'movedCollection' },
  // The identity provider sends the browser back to these.
  { path: 'callback/signin', screen: 'callback' },
  { path: 'callback/signout', screen: 'callback' },
] as const satisfies readonly PortalRoute[]

type ScreenOf<Route> =
  | (Route extends { readonly screen: infer Name } ? Name : never)
  | (Route extends { readonly children: readonly (infer Child)[] } ? ScreenOf<Child> : never)

/** What the portal shows at its addresses, by name. */
export type Screen = ScreenOf<(typeof portalRoutes)[number]>

type PlainScreenOf<Route> = Route extends { readonly path: `${string}${':' | '*'}${string}` }
  ? never
  :
      | (Route extends { readonly screen: infer Name } ? Name : never)
      | (Route extends { readonly children: readonly (infer Child)[] } ? PlainScreenOf<Child> : never)

interface Page {
  expression: RegExp
  screen: string | undefined
}

const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replace(':submissionId', '(?<submissionId>[^/]+)').replaceAll(/:\w+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?')}/?$`,
    'i',
  )

const pagesOf = (routes: readonly PortalRoute[], above = ''): Page[] =>
  routes.flatMap(({ path, screen, children }) => {
    const here = path === undefined ? above : `${above}/${path}`
    return children ? pagesOf(children, here) : [{ expression: expressionOf(here), screen }]
  })

const pages = pagesOf(portalRoutes)

/** The screen that the portal shows at a path (no query); undefined where it has none. Case and a last slash do not count. */
export const screenAt = (path: string): Screen | undefined =>
  pages.find(({ expression }) => expression.test(path))?.screen as Screen | undefined

/** The id of the submission that a page is about; undefined if it is about none, or one that is still to be uploaded. */
export const submissionIdAt = (path: string): string | undefined => {
  const page = pages.find(({ expression }) => expression.test(path))
  const id = page?.expression.exec(path)?.groups?.submissionId
  return id === newSubmissionId ? undefined : id
}

/** Whether the portal has a page or a redirection for a path. */
export const isPortalRoute = (path: string): boolean => screenAt(path) !== undefined

/** Screens that only lead to another one: nobody sees them. */
type Passage =
  | `moved${string}`
  | 'callback'
  | 'submission'
  | 'submissionStart'
  | 'managementStart'
  | 'validateSignIn'

/** Screens that people see, each with its help. */
export type HelpedScreen = Exclude<Screen, Passage>

/**
 * Screens with an address that names nothing: people can go to them from anywhere. Without the mails, which only a demonstration
 * has.
 */
export type PlainScreen = Exclude<PlainScreenOf<(typeof portalRoutes)[number]>, Passage | 'mails'>

/** What it takes to do something on a page below a route that more people may enter. */
export const screenPermissions = {
  newCollection: 'management.configure-collection',
  newSpecification: 'management.specifications',
  newSchema: 'management.content',
  newRuleset: 'management.content',
  newDeliveryConfiguration: 'management.delivery-configuration',
  registerImport: 'management.providers',
  users: 'management.users',
} as const satisfies Partial<Record<PlainScreen, Permission>>

const permissionFor = (screen: PlainScreen): Permission | undefined =>
  (screenPermissions as Partial<Record<PlainScreen, Permission>>)[screen]

const isPlain = (screen: string): screen is PlainScreen => screen !== 'mails' && !isPassage(screen as Screen)

/** The pages of plain screens on which the person may do something, each screen once. */
export const plainPages = (
  mayEnter: (route: GuardedRoute) => boolean,
  may: (permission: Permission) => boolean,
): { screen: PlainScreen; path: string }[] => {
  const isAllowed = (screen: PlainScreen) => {
    const permission = permissionFor(screen)
    return permission === undefined || may(permission)
  }
  const pagesBelow = (
    routes: readonly PortalRoute[],
    above: string,
  ): { screen: PlainScreen; path: string }[] =>
    routes.flatMap(({ path, screen, guard, children }) => {
      if ((guard && !mayEnter(guard)) || /[:*]/.test(path ?? '')) return []
      const here = path === undefined ? above : `${above}/${path}`
      return children
        ? pagesBelow(children, here)
        : screen !== undefined && isPlain(screen) && isAllowed(screen)
          ? [{ screen, path: here === '' ? '/' : here }]
          : []
    })
  return [
    ...new Map(
      pagesBelow(portalRoutes, '')
        .toReversed()
        .map(page => [page.screen, page]),
    ).values(),
  ].toReversed()
}

/** The screen at a path as help knows it; undefined where people see none. */
export const helpedScreenAt = (path: string): HelpedScreen | undefined => {
  const screen = screenAt(path)
  return screen === undefined || isPassage(screen) ? undefined : screen
}

const isPassage = (screen: Screen): screen is Extract<Screen, Passage> =>
  screen.startsWith('moved') ||
  ['callback', 'submission', 'submissionStart', 'managementStart', 'validateSignIn'].includes(screen)

/** The nearest address above a path that the portal has: whence somebody came who finds nothing at it. */
export const pageAbove = (path: string): string => {
  const above = path.replace(/\/[^/]*\/?$/, '')
  return above === '' ? '/' : isPortalRoute(above) ? above : pageAbove(above)
}

const publicRoutes: readonly PortalRoute[] = portalRoutes.filter(route => 'isPublic' in route)
const publicPages = pagesOf(publicRoutes)

/** Whether a location (path, query, fragment) is shown without anybody being signed in. */
export const isPublicLocation = (location: string): boolean => {
  const path = location.replace(/[?#].*$/, '')
  return publicPages.some(({ expression }) => expression.test(path))
}
