import type { RouteObject } from 'react-router'
import { RenderFailure } from '../features/shell/RenderFailure.tsx'
import { withMessages } from '../messages/index.ts'
import { Component as Frame } from './Frame.tsx'
import { Guard } from './Guard.tsx'
import { legacyRoutes } from './redirects.tsx'

/** Pages of one file of the online validation tool (specification 2 §2.2). */
const onlineValidationPages: RouteObject[] = [
  // The layout moves on to the current step.
  { index: true, element: null },
  {
    path: 'upload',
    lazy: withMessages(() => import('../features/submissions/upload/page.tsx'), 'submissions.upload'),
  },
  {
    path: 'processing',
    lazy: withMessages(() => import('../features/submissions/processing/page.tsx'), 'submissions.processing'),
  },
  {
    path: 'reports',
    lazy: withMessages(() => import('../features/submissions/quality/page.tsx'), 'submissions.quality'),
  },
  {
    path: 'reports/quality/:rule/:regulatorCode',
    lazy: withMessages(() => import('../features/submissions/rule/page.tsx'), 'submissions.rule'),
  },
]

/** Pages of one submission; the same below the provider's routes and below the monitoring mirror (specification 2 §2.1, §2.2). */
const submissionPages: RouteObject[] = [
  ...onlineValidationPages,
  {
    path: 'reports/credibility/:reportCode/:instId',
    lazy: withMessages(
      () => import('../features/submissions/credibility/page.tsx'),
      'submissions.credibility',
    ),
  },
  {
    path: 'reports/additional-reports/:reportCode',
    lazy: withMessages(
      () => import('../features/submissions/additional-reports/page.tsx'),
      'submissions.additional-reports',
    ),
  },
  {
    path: 'submit',
    lazy: withMessages(() => import('../features/submissions/submit/page.tsx'), 'submissions.submit'),
  },
  {
    path: 'approval',
    lazy: withMessages(() => import('../features/submissions/approval/page.tsx'), 'submissions.approval'),
  },
  {
    path: 'signoff',
    lazy: withMessages(() => import('../features/submissions/sign-off/page.tsx'), 'submissions.sign-off'),
  },
]

/** Every screen of the portal. Each page is loaded when it is first opened. */
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
          {
            index: true,
            lazy: withMessages(() => import('../features/dashboard/Dashboard.tsx'), 'dashboard'),
          },
          {
            path: 'submissions',
            element: <Guard route="/submissions" />,
            children: [
              {
                index: true,
                lazy: withMessages(
                  () => import('../features/submissions/manage/page.tsx'),
                  'submissions.manage',
                ),
              },
              {
                path: ':reference/activity-log',
                lazy: withMessages(
                  () => import('../features/submissions/activity-log/page.tsx'),
                  'submissions.manage',
                ),
              },
              {
                path: ':collectionId/:submissionId/lifecycle',
                lazy: withMessages(
                  () => import('../features/inspector/SubmissionLifecycle.tsx'),
                  'inspector',
                  'inspector.history',
                  'inspector.diagram',
                ),
              },
              {
                path: ':collectionId/:submissionId',
                lazy: withMessages(
                  () => import('../features/submissions/layout/page.tsx'),
                  'submissions.layout',
                ),
                children: submissionPages,
              },
            ],
          },
          {
            path: 'monitoring',
            element: <Guard route="/monitoring" />,
            children: [
              {
                index: true,
                lazy: withMessages(() => import('../features/monitoring/CollectionsList.tsx'), 'monitoring'),
              },
              {
                path: ':reference',
                lazy: withMessages(
                  () => import('../features/monitoring/CollectionMonitoring.tsx'),
                  'monitoring',
                ),
              },
              {
                path: ':reference/:collectionId/:instId/:submissionId/lifecycle',
                lazy: withMessages(
                  () => import('../features/inspector/SubmissionLifecycle.tsx'),
                  'inspector',
                  'inspector.history',
                  'inspector.diagram',
                ),
              },
              {
                path: ':reference/:collectionId/:instId/:submissionId',
                lazy: withMessages(
                  () => import('../features/submissions/layout/page.tsx'),
                  'submissions.layout',
                ),
                children: submissionPages,
              },
              {
                element: <Guard route="/monitoring/online-validation" />,
                children: [
                  {
                    path: ':reference/:collectionId/online-validation/:instId/:submissionId',
                    lazy: withMessages(
                      () => import('../features/submissions/layout/page.tsx'),
                      'submissions.layout',
                    ),
                    children: onlineValidationPages,
                  },
                ],
              },
            ],
          },
          {
            path: 'inspector',
            element: <Guard route="/inspector" />,
            children: [
              {
                index: true,
                lazy: withMessages(() => import('../features/inspector/Inspector.tsx'), 'inspector'),
              },
            ],
          },
          {
            path: 'management/audit',
            element: <Guard route="/management/audit" />,
            children: [
              {
                index: true,
                lazy: withMessages(() => import('../features/management/audit/page.tsx'), 'management.audit'),
              },
            ],
          },
          ...legacyRoutes,
          { path: 'callback/signin', element: null },
          { path: 'callback/signout', element: null },
          { path: '*', lazy: () => import('../features/shell/NotFound.tsx') },
        ],
      },
    ],
  },
]
