import type { RouteObject } from 'react-router'
import { routes } from '../../../src/app/routes.tsx'

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

/** Every route of the portal below the frame, with its page. */
export const everyPage = async (): Promise<RouteObject[]> => withPages(routes[0]?.children ?? [])
