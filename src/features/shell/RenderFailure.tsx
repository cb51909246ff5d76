import { useLocation, useNavigate, useRouteError } from 'react-router'
import { Failure } from './Failure.tsx'

/**
 * What is left when a screen could not be drawn, or an actor that it shows has crashed: `useSelector` throws that in the
 * screen. "Try again" and the next navigation draw afresh, with new actors.
 */
export function RenderFailure({ isFramed = false }: { isFramed?: boolean }) {
  const error = useRouteError()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  return (
    <Failure
      isFramed={isFramed}
      retry={() => void navigate({ pathname, search, hash }, { replace: true })}
      details={error instanceof Error ? error.message : String(error)}
    />
  )
}
