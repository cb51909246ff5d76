import { Navigate, Outlet } from 'react-router'
import { type GuardedRoute, mayEnter } from '../domain/permissions.ts'
import { useViewer } from '../hooks/session.ts'

/** Lets in whom the matrix lets in; anybody else goes to the dashboard (specification 1 §6). */
export function Guard({ route }: { route: GuardedRoute }) {
  const { principal } = useViewer()
  return mayEnter(principal, route) ? <Outlet /> : <Navigate to="/" replace />
}
