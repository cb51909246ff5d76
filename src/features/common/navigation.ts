import { mayEnter } from '../../domain/permissions.ts'
import { hasOutputs } from '../../domain/privacy.ts'
import type { Viewer } from '../../hooks/session.ts'
import type { Translate } from '../../messages/index.ts'

/** Screens below `/management` that have a link of their own in the navigation. */
const besideManagement = ['/management/audit', '/management/data-pseudonymisation']

/** Whether the page is in a section; no page is in two. */
const isBelow = (pathname: string, id: string, href: string): boolean => {
  if (id === 'management')
    return (
      pathname.startsWith('/management/') && !besideManagement.some(path => isBelow(pathname, 'beside', path))
    )
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
}

/** Every section of the portal, in the order of the navigation, and whether the viewer may enter it. */
const allSections = (t: Translate<'shell'>, { principal, may, recordWith }: Viewer) => [
  { id: 'dashboard', label: t('links.dashboard'), href: '/', isShown: true },
  {
    id: 'submissions',
    label: t('links.submissions'),
    href: '/submissions',
    // A user who only validates online would be refused there.
    isShown: mayEnter(principal, '/submissions') && may('collections.view-submission'),
  },
  {
    id: 'online-validation',
    label: t('links.onlineValidation'),
    href: '/online-validation',
    isShown: mayEnter(principal, '/online-validation'),
  },
  {
    id: 'issues',
    label: t('links.issues'),
    href: '/issues',
    isShown: mayEnter(principal, '/issues'),
  },
  {
    id: 'suppliers',
    label: t('links.suppliers'),
    href: '/suppliers',
    isShown: mayEnter(principal, '/suppliers'),
  },
  {
    id: 'monitoring',
    label: t('links.monitoring'),
    href: '/monitoring',
    isShown: mayEnter(principal, '/monitoring'),
  },
  {
    id: 'management',
    label: t('links.management'),
    href: '/management/collections',
    isShown: mayEnter(principal, '/management'),
  },
  { id: 'specification', label: t('links.specification'), href: '/specification', isShown: true },
  {
    id: 'data-pseudonymisation',
    label: t('links.dataPseudonymisation'),
    href: '/management/data-pseudonymisation',
    isShown: mayEnter(principal, '/management/data-pseudonymisation'),
  },
  {
    id: 'delivery',
    label: t('links.deliveries'),
    href: '/delivery',
    isShown: mayEnter(principal, '/delivery'),
  },
  {
    id: 'iris-reprocessing',
    label: t('links.iris'),
    href: '/iris-reprocessing',
    isShown:
      recordWith('outputs') !== undefined &&
      mayEnter(principal, '/iris-reprocessing') &&
      hasOutputs(principal),
  },
  {
    id: 'audit',
    label: t('links.audit'),
    href: '/management/audit',
    isShown: mayEnter(principal, '/management/audit'),
  },
  {
    id: 'inspector',
    label: t('links.inspector'),
    href: '/inspector',
    isShown: mayEnter(principal, '/inspector'),
  },
]

/** Sections of the portal that the viewer may enter, in the order of the navigation. */
export const sectionsOf = (t: Translate<'shell'>, viewer: Viewer, pathname: string) =>
  allSections(t, viewer)
    .filter(({ isShown }) => isShown)
    .map(({ id, label, href }) => ({ id, label, href, isCurrent: isBelow(pathname, id, href) }))

/** Whether a page lies in a section that the navigation does not show to the viewer. */
export const isInHiddenSection = (t: Translate<'shell'>, viewer: Viewer, pathname: string): boolean =>
  allSections(t, viewer).some(({ id, href, isShown }) => !isShown && isBelow(pathname, id, href))
