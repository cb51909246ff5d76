import { useEffect, useState } from 'react'

/** Code that is fetched when it is first needed. */
export interface LazyPart<Code> {
  /** The code, once it is loaded. */
  now: () => Code | undefined
  /** Loads it; after a failure the next call tries again. */
  load: () => Promise<Code>
}

/** Makes a part of a function that loads code, usually a dynamic import. */
export function lazyPart<Code>(fetchCode: () => Promise<Code>): LazyPart<Code> {
  let code: Code | undefined
  let loading: Promise<Code> | undefined
  const load = async (): Promise<Code> => {
    try {
      code = await fetchCode()
      return code
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    now: () => code,
    load: () => {
      loading ??= load()
      return loading
    },
  }
}

/** The code of a part, once it is loaded; undefined while it loads and if loading failed. */
export function useLazyPart<Code>(part: LazyPart<Code>): Code | undefined {
  const [code, setCode] = useState(part.now)
  useEffect(() => {
    if (code) return
    let isGone = false
    part.load().then(
      loaded => {
        if (!isGone) setCode(() => loaded)
      },
      // The caller has something to show without it.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [part, code])
  return code
}
