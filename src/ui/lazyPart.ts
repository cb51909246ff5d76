import { useEffect, useEffectEvent, useState } from 'react'

/** Code that is fetched when it is first needed. */
export interface LazyPart<Code> {
  /** The code, once it has arrived. */
  now: () => Code | undefined
  /** Fetches it; after a failure the next call tries again. */
  load: () => Promise<Code>
}

/** Makes a part of what fetches its code, usually a dynamic import. */
export function lazyPart<Code>(fetchCode: () => Promise<Code>): LazyPart<Code> {
  let code: Code | undefined
  let arrival: Promise<Code> | undefined
  const load = async (): Promise<Code> => {
    try {
      code = await fetchCode()
      return code
    } catch (error) {
      arrival = undefined
      throw error
    }
  }
  return {
    now: () => code,
    load: () => {
      arrival ??= load()
      return arrival
    },
  }
}

/** The code of a part from the first time on that it `isNeeded`; it is kept, so that what it draws can close in its own way. */
export function useLazyPart<Code>(
  part: LazyPart<Code>,
  isNeeded: boolean,
  onFailure: () => void,
): Code | undefined {
  const [code, setCode] = useState(part.now)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (!isNeeded || code) return
    let isGone = false
    part.load().then(
      arrived => {
        if (!isGone) setCode(() => arrived)
      },
      () => {
        if (!isGone) fail()
      },
    )
    return () => {
      isGone = true
    }
  }, [part, isNeeded, code])
  return code ?? (isNeeded ? part.now() : undefined)
}
