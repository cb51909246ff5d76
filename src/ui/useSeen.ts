import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** So much of an element has to be in sight. */
const threshold = 0.6

/** Reports the ids (`data-new`) of elements in a list that the reader has had in sight, each once, while the page is visible. */
export const useSeen = (
  onSeen: ((ids: readonly string[]) => void) | undefined,
): RefObject<HTMLUListElement | null> => {
  const list = useRef<HTMLUListElement>(null)
  const reported = useRef(new Set<string>())
  const report = useEffectEvent((ids: readonly string[]) => {
    const fresh = ids.filter(id => !reported.current.has(id))
    for (const id of fresh) reported.current.add(id)
    if (fresh.length > 0) onSeen?.(fresh)
  })
  // After every render: a list that was fetched again has other elements.
  useEffect(() => {
    const element = list.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const inSight = new Set<string>()
    const look = () => {
      if (document.visibilityState === 'visible') report([...inSight])
    }
    const observer = new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) {
          const id = target.getAttribute('data-new') ?? undefined
          if (id === undefined) continue
          if (isIntersecting) inSight.add(id)
          else inSight.delete(id)
        }
        look()
      },
      { threshold },
    )
    for (const each of element.querySelectorAll('[data-new]')) observer.observe(each)
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  })
  return list
}
