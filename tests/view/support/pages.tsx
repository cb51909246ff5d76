import { type RouteObject, useRoutes } from 'react-router'
import { routes } from '../../../src/app/routes.tsx'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { submissionId } from '../submissions/fixtures.ts'
import { analyst } from './services.tsx'

/** The routes with their pages in hand, for the frame of the tests draws no route that loads late. */
const withPages = async (given: readonly RouteObject[]): Promise<RouteObject[]> =>
  Promise.all(
    given.map(async route => {
      const { lazy, children, errorElement: _, ...rest } = route
      const page =
        typeof lazy === 'function' ? ((await lazy()) as { Component?: RouteObject['Component'] }) : {}
      return {
        ...rest,
        ...(page.Component ? { Component: page.Component } : {}),
        ...(children ? { children: await withPages(children) } : {}),
      } as RouteObject
    }),
  )

const everyPage = await withPages(routes[0]?.children ?? [])

/** Every route of the portal below the frame, with its page. */
export function Pages() {
  return useRoutes(everyPage)
}

/** Staff who see every page. */
export const admin: UserPrincipal = { ...analyst, roles: ['admin', 'analyst'] }

/** Addresses of the pages of a submission: its provider's, a file's that is only checked, and those of staff. */
export const own = `/submissions/c-23056/${submissionId}`
export const checked = `/online-validation/c-23056/${submissionId}`
export const mirror = `/monitoring/23056/c-23056/0001/${submissionId}`
