import { useLocation, useNavigate, useRouteError } from 'react-router'
import { useLiveMessages } from '../../hooks/live.ts'
import { Failure } from './Failure.tsx'

/**
 * What is left when a screen could not be drawn, or an actor that it shows has crashed: `useSelector` throws that in the
 * screen, or its code could not be fetched. "Try again" and the next navigation draw afresh, with new actors; so does the live
 * connection when it is back, for the server may have been away.
 */
export function RenderFailure({ isFramed = false }: { isFramed?: boolean }) {
  const error = useRouteError()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const retry = () => void navigate({ pathname, search, hash }, { replace: true })
  return (
    <>
      {/* Within the frame the application runs: outside of it that may be what has crashed. */}
      {isFramed && <RetryWhenBack retry={retry} />}
      <Failure
        isFramed={isFramed}
        retry={retry}
        details={error instanceof Error ? error.message : String(error)}
      />
    </>
  )
}

function RetryWhenBack({ retry }: { retry: () => void }) {
  useLiveMessages(() => undefined, retry)
  return null
}
