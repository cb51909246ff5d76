/** Pages of one file of the online validation tool, below its own address (specification 2 §2.2). */
const onlineValidationPages = [
  '',
  '/upload',
  '/processing',
  '/reports',
  '/reports/quality/:rule/:regulatorCode',
]

/** Pages of one submission, below its own address (specification 2 §2.1). */
const submissionPages = [
  ...onlineValidationPages,
  '/reports/credibility/:reportCode/:instId',
  '/reports/additional-reports/:reportCode',
  '/submit',
  '/approval',
  '/signoff',
]

const own = '/submissions/:collectionId/:submissionId'
const mirror = '/monitoring/:reference/:collectionId/:instId/:submissionId'
const mirroredValidation = '/monitoring/:reference/:collectionId/online-validation/:instId/:submissionId'

/**
 * Every address that the portal has a page or a redirection for; `:name` is one part, `*` at the end is any rest. The
 * server answers any other with status 404. A test holds this list against the router's.
 */
export const portalRoutes: readonly string[] = [
  '/',
  '/submissions',
  '/submissions/:reference/activity-log',
  `${own}/lifecycle`,
  ...submissionPages.map(page => own + page),
  '/monitoring',
  '/monitoring/:reference',
  `${mirror}/lifecycle`,
  ...submissionPages.map(page => mirror + page),
  ...onlineValidationPages.map(page => mirroredValidation + page),
  '/inspector',
  '/management/audit',
  '/admin/*',
  '/collection/:collectionId/submission/:submissionId/*',
  '/collection/:collectionId/online-validation/:submissionId/*',
  '/collection/:collectionReference/activityLog',
  '/monitoring/reference/:reference',
  '/callback/signin',
  '/callback/signout',
]

const expressions = portalRoutes.map(
  route => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?')}/?$`, 'i'),
)

/** Whether the portal has a page or a redirection for a path (no query); case and a last slash do not count. */
export const isPortalRoute = (path: string): boolean => expressions.some(expression => expression.test(path))
