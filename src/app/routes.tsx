import type { RouteObject } from 'react-router'
import { RenderFailure } from '../features/shell/RenderFailure.tsx'
import { Component as Frame } from './Frame.tsx'
import { Guard } from './Guard.tsx'
import { legacyRoutes } from './redirects.tsx'

/** Pages of one file of the online validation tool (specification 2 §2.2). */
const onlineValidationPages: RouteObject[] = [
  // The layout moves on to the current step.
  { index: true, element: null },
  { path: 'upload', lazy: () => import('../features/submissions/upload/page.tsx') },
  { path: 'processing', lazy: () => import('../features/submissions/processing/page.tsx') },
  { path: 'reports', lazy: () => import('../features/submissions/quality/page.tsx') },
  {
    path: 'reports/quality/:rule/:regulatorCode',
    lazy: () => import('../features/submissions/rule/page.tsx'),
  },
]

/** Pages of one submission; the same below the provider's routes and below the monitoring mirror (specification 2 §2.1, §2.2). */
const submissionPages: RouteObject[] = [
  ...onlineValidationPages,
  {
    path: 'reports/credibility/:reportCode/:instId',
    lazy: () => import('../features/submissions/credibility/page.tsx'),
  },
  {
    path: 'reports/additional-reports/:reportCode',
    lazy: () => import('../features/submissions/additional-reports/page.tsx'),
  },
  { path: 'submit', lazy: () => import('../features/submissions/submit/page.tsx') },
  { path: 'approval', lazy: () => import('../features/submissions/approval/page.tsx') },
  { path: 'signoff', lazy: () => import('../features/submissions/sign-off/page.tsx') },
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
          { index: true, lazy: () => import('../features/dashboard/Dashboard.tsx') },
          {
            path: 'submissions',
            element: <Guard route="/submissions" />,
            children: [
              { index: true, lazy: () => import('../features/submissions/manage/page.tsx') },
              {
                path: ':reference/activity-log',
                lazy: () => import('../features/submissions/activity-log/page.tsx'),
              },
              {
                path: ':collectionId/:submissionId/lifecycle',
                lazy: () => import('../features/inspector/SubmissionLifecycle.tsx'),
              },
              {
                path: ':collectionId/:submissionId',
                lazy: () => import('../features/submissions/layout/page.tsx'),
                children: submissionPages,
              },
            ],
          },
          {
            path: 'monitoring',
            element: <Guard route="/monitoring" />,
            children: [
              { index: true, lazy: () => import('../features/monitoring/CollectionsList.tsx') },
              { path: ':reference', lazy: () => import('../features/monitoring/CollectionMonitoring.tsx') },
              {
                path: ':reference/:collectionId/:instId/:submissionId/lifecycle',
                lazy: () => import('../features/inspector/SubmissionLifecycle.tsx'),
              },
              {
                path: ':reference/:collectionId/:instId/:submissionId',
                lazy: () => import('../features/submissions/layout/page.tsx'),
                children: submissionPages,
              },
              {
                element: <Guard route="/monitoring/online-validation" />,
                children: [
                  {
                    path: ':reference/:collectionId/online-validation/:instId/:submissionId',
                    lazy: () => import('../features/submissions/layout/page.tsx'),
                    children: onlineValidationPages,
                  },
                ],
              },
            ],
          },
          {
            path: 'inspector',
            element: <Guard route="/inspector" />,
            children: [{ index: true, lazy: () => import('../features/inspector/Inspector.tsx') }],
          },
          ...legacyRoutes,
          { path: 'callback/*', element: null },
          { path: '*', lazy: () => import('../features/shell/NotFound.tsx') },
        ],
      },
    ],
  },
]
