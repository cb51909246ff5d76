import type { RouteObject } from 'react-router'
import { type PortalRoute, portalRoutes, type Screen } from '../domain/routes.ts'
import { RenderFailure } from '../features/shell/RenderFailure.tsx'
import { withMessages } from '../messages/index.ts'
import { Component as Frame } from './Frame.tsx'
import { Guard } from './Guard.tsx'
import { redirects } from './redirects.tsx'
import { withUpload } from './uploadCode.ts'

/** What each screen is drawn by; a page is loaded when it is first opened. */
const screens: Record<Screen, Pick<RouteObject, 'lazy' | 'element'>> = {
  dashboard: { lazy: withMessages(() => import('../features/dashboard/Dashboard.tsx'), 'dashboard') },
  manageSubmissions: {
    lazy: withMessages(() => import('../features/submissions/manage/page.tsx'), 'submissions.manage'),
  },
  onlineValidation: {
    lazy: withMessages(
      () => import('../features/submissions/manage/onlineValidationPage.tsx'),
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
  submissionLifecycle: {
    lazy: withMessages(
      () => import('../features/inspector/SubmissionLifecycle.tsx'),
      'inspector',
      'inspector.history',
      'inspector.diagram',
    ),
  },
  submission: {
    lazy: withMessages(() => import('../features/submissions/layout/page.tsx'), 'submissions.layout'),
  },
  // The layout moves on to the current step.
  submissionStart: { element: null },
  upload: {
    lazy: withMessages(
      withUpload(() => import('../features/submissions/upload/page.tsx')),
      'submissions.upload',
    ),
  },
  processing: {
    lazy: withMessages(() => import('../features/submissions/processing/page.tsx'), 'submissions.processing'),
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
      'monitoring',
      'decision',
    ),
  },
  monitoredProvider: {
    lazy: withMessages(() => import('../features/monitoring/provider/page.tsx'), 'monitoring.provider'),
  },
  sector: {
    lazy: withMessages(
      () => import('../features/monitoring/sector/page.tsx'),
      'monitoring',
      'monitoring.sector',
    ),
  },
  issues: { lazy: withMessages(() => import('../features/issues/list/page.tsx'), 'issues', 'issue') },
  issue: { lazy: withMessages(() => import('../features/issues/issue/page.tsx'), 'issues', 'issue') },
  apiKeys: {
    lazy: withMessages(() => import('../features/suppliers/keys/page.tsx'), 'suppliers', 'apiKey'),
  },
  newApiKey: {
    lazy: withMessages(() => import('../features/suppliers/new-key/page.tsx'), 'suppliers', 'apiKey'),
  },
  webhooks: {
    lazy: withMessages(() => import('../features/suppliers/webhooks/page.tsx'), 'suppliers', 'webhook'),
  },
  newWebhook: {
    lazy: withMessages(
      () => import('../features/suppliers/new-webhook/page.tsx'),
      'suppliers',
      'webhook',
      'notices',
    ),
  },
  webhook: {
    lazy: withMessages(
      () => import('../features/suppliers/webhook/page.tsx'),
      'suppliers',
      'webhook',
      'notices',
    ),
  },
  supplierGuide: { lazy: withMessages(() => import('../features/suppliers/guide/page.tsx'), 'suppliers') },
  notices: { lazy: withMessages(() => import('../features/notices/page.tsx'), 'notices') },
  account: { lazy: withMessages(() => import('../features/account/page.tsx'), 'account', 'notices') },
  mails: { lazy: withMessages(() => import('../features/account/mails.tsx'), 'account') },
  collections: {
    lazy: withMessages(
      () => import('../features/management/collections/page.tsx'),
      'management',
      'management.collections',
      'collection',
    ),
  },
  newCollection: {
    lazy: withMessages(
      () => import('../features/management/new-collection/page.tsx'),
      'management',
      'management.collections',
      'collection',
    ),
  },
  collection: {
    lazy: withMessages(
      () => import('../features/management/collection/page.tsx'),
      'management',
      'management.collection',
      'management.collections',
      'collection',
    ),
  },
  collectionDetails: {
    lazy: withMessages(
      () => import('../features/management/collection-details/page.tsx'),
      'management',
      'management.collection',
      'management.collections',
      'collection',
    ),
  },
  bulkReprocessing: {
    lazy: withMessages(
      () => import('../features/management/bulk-reprocessing/page.tsx'),
      'management',
      'management.bulk-run',
      'collection',
      'job',
      'monitoring',
    ),
  },
  historicAmendment: {
    lazy: withMessages(
      () => import('../features/management/historic-amendment/page.tsx'),
      'management',
      'management.bulk-run',
      'collection',
      'job',
      'monitoring',
    ),
  },
  dataPseudonymisation: {
    lazy: withMessages(
      () => import('../features/management/data-pseudonymisation/page.tsx'),
      'management.data-pseudonymisation',
    ),
  },
  deliveryConfigurations: {
    lazy: withMessages(
      () => import('../features/management/delivery-configurations/page.tsx'),
      'management',
      'management.deliveries',
      'delivery',
    ),
  },
  newDeliveryConfiguration: {
    lazy: withMessages(
      () => import('../features/management/delivery-configuration-form/page.tsx'),
      'management',
      'management.deliveries',
      'delivery',
    ),
  },
  editDeliveryConfiguration: {
    lazy: withMessages(
      () => import('../features/management/delivery-configuration-form/page.tsx'),
      'management',
      'management.deliveries',
      'delivery',
    ),
  },
  deliveryConfiguration: {
    lazy: withMessages(
      () => import('../features/management/delivery-configuration/page.tsx'),
      'management',
      'management.deliveries',
      'delivery',
    ),
  },
  deliveries: {
    lazy: withMessages(() => import('../features/delivery/deliveries/page.tsx'), 'deliveries', 'delivery'),
  },
  delivery: {
    lazy: withMessages(() => import('../features/delivery/delivery/page.tsx'), 'deliveries', 'delivery'),
  },
  downloadsLog: {
    lazy: withMessages(() => import('../features/delivery/downloads-log/page.tsx'), 'deliveries', 'delivery'),
  },
  irisReprocessing: {
    lazy: withMessages(
      () => import('../features/management/iris-reprocessing/page.tsx'),
      'management.bulk-run',
      'management.iris',
      'job',
    ),
  },
  specifications: {
    lazy: withMessages(
      () => import('../features/management/specifications/page.tsx'),
      'management',
      'management.specifications',
      'specification',
    ),
  },
  newSpecification: {
    lazy: withMessages(
      () => import('../features/management/new-specification/page.tsx'),
      'management',
      'management.specifications',
      'specification',
    ),
  },
  schemas: {
    lazy: withMessages(
      () => import('../features/management/schemas/page.tsx'),
      'management',
      'management.content',
      'specification',
    ),
  },
  rulesets: {
    lazy: withMessages(
      () => import('../features/management/rulesets/page.tsx'),
      'management',
      'management.content',
      'specification',
    ),
  },
  newSchema: {
    lazy: withMessages(
      () => import('../features/management/new-schema/page.tsx'),
      'management',
      'management.content',
    ),
  },
  newRuleset: {
    lazy: withMessages(
      () => import('../features/management/new-ruleset/page.tsx'),
      'management',
      'management.content',
    ),
  },
  ruleset: {
    lazy: withMessages(
      () => import('../features/management/ruleset/page.tsx'),
      'management',
      'management.rule-source',
    ),
  },
  ruleSource: {
    lazy: withMessages(
      () => import('../features/management/rule-source/page.tsx'),
      'management',
      'management.content',
      'management.rule-source',
    ),
  },
  specification: {
    lazy: withMessages(
      () => import('../features/management/specification/page.tsx'),
      'management',
      'management.specifications',
      'management.specification',
      'specification',
    ),
  },
  specificationImpact: {
    lazy: withMessages(
      () => import('../features/management/impact/page.tsx'),
      'job',
      'management',
      'management.impact',
      'specification',
    ),
  },
  specificationDifference: {
    lazy: withMessages(
      () => import('../features/management/specification-difference/page.tsx'),
      'management',
      'management.difference',
      'specification',
    ),
  },
  providers: {
    lazy: withMessages(
      () => import('../features/management/providers/page.tsx'),
      'management',
      'management.providers',
    ),
  },
  registerImport: {
    lazy: withMessages(
      () => import('../features/management/register-import/page.tsx'),
      'management',
      'management.providers',
    ),
  },
  provider: {
    lazy: withMessages(
      () => import('../features/management/provider/page.tsx'),
      'management',
      'management.providers',
    ),
  },
  providerDetails: {
    lazy: withMessages(
      () => import('../features/management/provider-details/page.tsx'),
      'management',
      'management.providers',
    ),
  },
  publishedSpecifications: {
    lazy: withMessages(() => import('../features/specification/list/page.tsx'), 'published', 'collection'),
  },
  publishedSpecification: {
    lazy: withMessages(
      () => import('../features/specification/one/page.tsx'),
      'published',
      'management.difference',
    ),
  },
  accessibility: {
    lazy: withMessages(() => import('../features/accessibility/page.tsx'), 'accessibility'),
  },
  audit: {
    lazy: withMessages(() => import('../features/management/audit/page.tsx'), 'management.audit'),
  },
  inspector: {
    lazy: withMessages(() => import('../features/inspector/Inspector.tsx'), 'inspector', 'inspector.export'),
  },
  ...redirects,
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
        errorElement: <RenderFailure />,
        children: [
          ...portalRoutes.map(routeObject),
          { path: '*', lazy: () => import('../features/shell/NotFound.tsx') },
        ],
      },
    ],
  },
]
