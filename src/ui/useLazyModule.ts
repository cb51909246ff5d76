import { useEffect, useRef, useState } from 'react'
import type { LazyModule } from './lazyModule.ts'

export interface LazyModuleState<Module> {
  /** From the first time that it is wanted and there; it stays, so that what it draws can close in its own way. */
  module: Module | undefined
  /** It could not be loaded; it is tried again when it is wanted again. */
  hasFailed: boolean
}

/** Loads code once `isWanted`. Calls back when it cannot be loaded. */
export function useLazyModule<Module>(
  code: LazyModule<Module>,
  isWanted: boolean,
  onFailed?: () => void,
): LazyModuleState<Module> {
  const [progress, setProgress] = useState<'none' | 'loaded' | 'failed'>('none')
  const [wasWanted, setWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWanted(true)
  const latest = useRef(onFailed)
  useEffect(() => {
    latest.current = onFailed
  })
  useEffect(() => {
    if (!isWanted || code.now()) return
    setProgress('none')
    code.load().then(
      () => setProgress('loaded'),
      () => {
        setProgress('failed')
        latest.current?.()
      },
    )
  }, [code, isWanted])
  return {
    module: wasWanted ? code.now() : undefined,
    hasFailed: progress === 'failed' && code.now() === undefined,
  }
}
