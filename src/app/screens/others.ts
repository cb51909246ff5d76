import { withMessages } from '../../messages/index.ts'

/** Screens beside the way of a submission: fetched with the first of them. */
export const screens = {
  issues: withMessages(() => import('../../features/issues/list/page.tsx'), 'issues', 'issue'),
  issue: withMessages(
    () => import('../../features/issues/issue/page.tsx'),
    'issues',
    'issue',
    'specification',
  ),
  apiKeys: withMessages(() => import('../../features/suppliers/keys/page.tsx'), 'suppliers', 'apiKey'),
  newApiKey: withMessages(() => import('../../features/suppliers/new-key/page.tsx'), 'suppliers', 'apiKey'),
  webhooks: withMessages(() => import('../../features/suppliers/webhooks/page.tsx'), 'suppliers', 'webhook'),
  newWebhook: withMessages(
    () => import('../../features/suppliers/new-webhook/page.tsx'),
    'suppliers',
    'webhook',
    'notices',
  ),
  webhook: withMessages(
    () => import('../../features/suppliers/webhook/page.tsx'),
    'suppliers',
    'webhook',
    'notices',
  ),
  supplierGuide: withMessages(() => import('../../features/suppliers/guide/page.tsx'), 'suppliers'),
  notices: withMessages(() => import('../../features/notices/page.tsx'), 'notices'),
  account: withMessages(() => import('../../features/account/page.tsx'), 'account', 'contacts', 'notices'),
  mails: withMessages(() => import('../../features/account/mails.tsx'), 'account'),
  deliveries: withMessages(
    () => import('../../features/delivery/deliveries/page.tsx'),
    'deliveries',
    'delivery',
  ),
  delivery: withMessages(() => import('../../features/delivery/delivery/page.tsx'), 'deliveries', 'delivery'),
  downloadsLog: withMessages(
    () => import('../../features/delivery/downloads-log/page.tsx'),
    'deliveries',
    'delivery',
  ),
  publishedSpecifications: withMessages(
    () => import('../../features/specification/list/page.tsx'),
    'published',
    'collection',
  ),
  publishedSpecification: withMessages(
    () => import('../../features/specification/one/page.tsx'),
    'published',
    'management.difference',
  ),
  validate: withMessages(() => import('../../features/validate/screen.tsx'), 'validate'),
  validateSignIn: () => import('../../features/validate/signIn.tsx'),
  accessibility: withMessages(() => import('../../features/accessibility/page.tsx'), 'accessibility'),
  inspector: withMessages(
    () => import('../../features/inspector/Inspector.tsx'),
    'lifecycle',
    'inspector',
    'inspector.export',
  ),
} as const
