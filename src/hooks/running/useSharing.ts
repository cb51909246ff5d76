import { useSyncExternalStore } from 'react'
import { type Sharing, sharing } from './sharing.ts'

/** The support session of this browser; undefined for none. */
export const useSharing = (): Sharing | undefined => useSyncExternalStore(sharing.subscribe, sharing.current)
