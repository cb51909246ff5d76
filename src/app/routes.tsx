import type { ComponentType, ReactNode } from 'react'
import { Navigate, Outlet, type RouteObject } from 'react-router'
import { type GuardedRoute, mayEnter } from '../domain/permissions.ts'
import { type PortalRoute, portalRoutes, type Screen } from '../domain/routes.ts'
import { RenderFailure } from '../features/shell/RenderFailure.tsx'
import { useViewer } from '../hooks/session.ts'
import { withMessages } from '../messages/index.ts'
import { Component as Frame } from './Frame.tsx'
import { withUpload } from './uploadCode.ts'

/** Lets in whom the matrix lets in; anybody else goes to the dashboard (specification 1 §6). */
function Guard({ route }: { route: GuardedRoute }) {
  const { principal } = useViewer()
  return mayEnter(principal, route) ? <Outlet /> : <Navigate to="/" replace />
}

type Load = () => Promise<{ Component: ComponentType } | { element: ReactNode }>

/** Screens whose code and messages a list names that is fetched with the first of them: nobody has all in the first load. */
const listedIn = <Name extends Screen>(
  list: () => Promise<{ screens: Readonly<Record<Name, Load>> }>,
  names: readonly Name[],
): Record<Name, { lazy: Load }> =>
  Object.fromEntries(
    names.map(name => [name, { lazy: async () => (await list()).screens[name]() }]),
  ) as Record<Name, { lazy: Load }>

/** What each screen is drawn by; a page is loaded when it is first opened. */
const screens: Record<Screen, Pick<RouteObject, 'lazy' | 'element'>> = {
  dashboard: {
    lazy: withMessages(() => import('../features/dashboard/Dashboard.tsx'), 'dashboard', 'tasks'),
  },
  manageSubmissions: {
    lazy: withMessages(
      () => import('../features/submissions/manage/page.tsx'),
      'lifecycle',
      'submissions.manage',
    ),
  },
  onlineValidation: {
    lazy: withMessages(
      () => import('../features/submissions/manage/onlineValidationPage.tsx'),
      'lifecycle',
      'submissions.manage',
    ),
  },
  activityLog: {
    lazy: withMessages(
      () => import('../features/submissions/activity-log/page.tsx'),
      'submissions.manage',
      'submissions.layout',
    ),
  },
  transfersIn: {
    lazy: withMessages(
      () => import('../features/submissions/transfers/page.tsx'),
      'submissions.additional-reports',
      'submissions.layout',
    ),
  },
  submissionLifecycle: {
    lazy: withMessages(
      () => import('../features/inspector/SubmissionLifecycle.tsx'),
      'lifecycle',
      'inspector',
      'inspector.history',
      'inspector.tracking',
      'inspector.diagram',
      'submissions.layout',
    ),
  },
  submission: {
    lazy: withMessages(
      () => import('../features/submissions/layout/page.tsx'),
      'lifecycle',
      'submissions.layout',
    ),
  },
  // The layout moves on to the current step.
  submissionStart: { element: null },
  upload: {
    lazy: withMessages(
      withUpload(() => import('../features/submissions/upload/page.tsx')),
      'submissions.upload',
      'schemaErrors',
    ),
  },
  processing: {
    lazy: withMessages(
      () => import('../features/submissions/processing/page.tsx'),
      'submissions.processing',
      'schemaErrors',
    ),
  },
  quality: {
    lazy: withMessages(
      () => import('../features/submissions/quality/page.tsx'),
      'submissions.quality',
      'issue',
    ),
  },
  rule: {
    lazy: withMessages(
      () => import('../features/submissions/rule/page.tsx'),
      'submissions.rule',
      'submissions.notes',
    ),
  },
  students: {
    lazy: withMessages(() => import('../features/submissions/students/page.tsx'), 'submissions.students'),
  },
  student: {
    lazy: withMessages(() => import('../features/submissions/student/page.tsx'), 'submissions.students'),
  },
  credibility: {
    lazy: withMessages(
      () => import('../features/submissions/credibility/page.tsx'),
      'submissions.credibility',
      'submissions.notes',
      'issue',
    ),
  },
  additionalReport: {
    lazy: withMessages(
      () => import('../features/submissions/additional-reports/page.tsx'),
      'submissions.additional-reports',
    ),
  },
  submit: {
    lazy: withMessages(() => import('../features/submissions/submit/page.tsx'), 'submissions.submit'),
  },
  approval: {
    lazy: withMessages(
      () => import('../features/submissions/approval/page.tsx'),
      'submissions.approval',
      // The rules are shown as in the quality report.
      'submissions.quality',
      // What was found is said in the words of the page that submits it.
      'submissions.submit',
      'submissions.notes',
    ),
  },
  signOff: {
    lazy: withMessages(() => import('../features/submissions/sign-off/page.tsx'), 'submissions.sign-off'),
  },
  monitoredCollections: {
    lazy: withMessages(() => import('../features/monitoring/CollectionsList.tsx'), 'monitoring'),
  },
  monitoredCollection: {
    lazy: withMessages(
      () => import('../features/monitoring/CollectionMonitoring.tsx'),
      'lifecycle',
      'monitoring',
      'monitoring.burn-up',
      'decision',
    ),
  },
  monitoredProvider: {
    lazy: withMessages(
      () => import('../features/monitoring/provider/page.tsx'),
      'lifecycle',
      'contacts',
      'monitoring',
      'monitoring.provider',
    ),
  },
  sector: {
    lazy: withMessages(
      () => import('../features/monitoring/sector/page.tsx'),
      'monitoring',
      'monitoring.sector',
    ),
  },
  rulesAcross: {
    lazy: withMessages(
      () => import('../features/monitoring/rules/page.tsx'),
      'monitoring',
      'monitoring.rules',
      'tolerance',
      'issue',
    ),
  },
  ...listedIn(
    () => import('./screens/management.ts'),
    [
      'collections',
      'newCollection',
      'collection',
      'collectionDetails',
      'bulkReprocessing',
      'historicAmendment',
      'jobs',
      'dataPseudonymisation',
      'deliveryConfigurations',
      'newDeliveryConfiguration',
      'editDeliveryConfiguration',
      'deliveryConfiguration',
      'irisReprocessing',
      'specifications',
      'newSpecification',
      'schemas',
      'rulesets',
      'newSchema',
      'newRuleset',
      'ruleset',
      'rulesetDifference',
      'ruleSource',
      'specification',
      'specificationImpact',
      'specificationDifference',
      'tolerances',
      'toleranceImport',
      'providers',
      'users',
      'registerImport',
      'provider',
      'providerDetails',
      'audit',
    ],
  ),
  ...listedIn(
    () => import('./screens/others.ts'),
    [
      'issues',
      'issue',
      'apiKeys',
      'newApiKey',
      'webhooks',
      'newWebhook',
      'webhook',
      'supplierGuide',
      'notices',
      'account',
      'mails',
      'deliveries',
      'delivery',
      'downloadsLog',
      'publishedSpecifications',
      'publishedSpecification',
      'validate',
      'validateSignIn',
      'accessibility',
      'inspector',
    ],
  ),
  ...listedIn(
    () => import('./screens/redirects.tsx'),
    [
      'movedAdmin',
      'movedSubmission',
      'movedOnlineValidation',
      'movedActivityLog',
      'managementStart',
      'movedBulkReprocessing',
      'movedDeliveryConfigurations',
      'movedNewDeliveryConfiguration',
      'movedCollection',
    ],
  ),
  // The session's chart reads the answer of the identity provider and leads on.
  callback: { element: null },
}

const isScreen = (name: string): name is Screen => name in screens

/** An address as the router takes it. */
const routeObject = ({ path, screen, guard, children }: PortalRoute): RouteObject => {
  const shown = {
    ...(screen !== undefined && isScreen(screen) ? screens[screen] : {}),
    ...(guard ? { element: <Guard route={guard} /> } : {}),
  }
  if (children)
    return { ...shown, ...(path === undefined ? {} : { path }), children: children.map(routeObject) }
  return path === undefined ? { ...shown, index: true } : { ...shown, path }
}

/** Every screen of the portal, at the addresses of `portalRoutes`. */
export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Frame />,
    hydrateFallbackElement: <Frame />,
    errorElement: <RenderFailure />,
    children: [
      {
        errorElement: <RenderFailure isFramed />,
        children: [
          ...portalRoutes.map(routeObject),
          { path: '*', lazy: () => import('../features/shell/NotFound.tsx') },
        ],
      },
    ],
  },
]
