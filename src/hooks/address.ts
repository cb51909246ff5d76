import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useServicesContext } from './services.ts'

export interface AddressOptions {
  /** Leaves no step in the browser's history. */
  replace?: boolean
}

/**
 * The parameters of the address, and the way to change them. A change begins with the address as it is at that moment,
 * not as it was last drawn: of two changes soon after each other neither undoes the other.
 */
export const useAddress = (): readonly [
  parameters: URLSearchParams,
  change: (next: (former: URLSearchParams) => URLSearchParams, options?: AddressOptions) => void,
] => {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { location, isLeaving } = useServicesContext()
  const change = useCallback(
    (next: (former: URLSearchParams) => URLSearchParams, { replace = false }: AddressOptions = {}) => {
      // What only follows the state of a page would end the way to the next one.
      if (replace && isLeaving()) return
      void navigate(`?${next(new URLSearchParams(location().search))}`, { replace, preventScrollReset: true })
    },
    [navigate, location, isLeaving],
  )
  return [parameters, change]
}
