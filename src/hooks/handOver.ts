import { useLocation, useNavigate } from 'react-router'
import { useServicesContext } from './services.ts'

/** Goes to the page of an upload with files that were chosen here. */
export const useHandOver = (): ((path: string, files: readonly File[]) => void) => {
  const { files } = useServicesContext()
  const navigate = useNavigate()
  return (path, given) => void navigate(path, { state: { handedOver: files.handOver(given) } })
}

/** Under which files were handed over to this page; undefined where none were. */
export const useHandedOver = (): string | undefined => {
  const { state } = useLocation()
  return typeof state === 'object' && state !== null && 'handedOver' in state
    ? String(state.handedOver)
    : undefined
}
