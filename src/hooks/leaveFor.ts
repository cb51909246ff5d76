import { useEffect } from 'react'
import { useServicesContext } from './services.ts'

/** Loads the document at a path of the portal in the place of this one. */
export const useLeaveFor = (path: string): void => {
  const { leaveFor } = useServicesContext()
  useEffect(() => leaveFor(path), [leaveFor, path])
}
