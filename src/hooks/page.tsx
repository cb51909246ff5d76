import { type ReactNode, useEffect, useRef } from 'react'
import { product } from '../domain/product.ts'

/** Sets the title of the page: its name followed by the product's (specification 1 §1). */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} – ${product.name}`
  }, [title])
}

/** The same as an element, for pages whose title is known only with their data. */
export function PageTitle({ title }: { title: string }): ReactNode {
  usePageTitle(title)
  return null
}

/** Calls back at intervals while `isOn`: only where the specification asks for polling, or no message exists. */
export const useInterval = (everyMs: number, isOn: boolean, onTick: () => void): void => {
  const latest = useRef(onTick)
  useEffect(() => {
    latest.current = onTick
  })
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => latest.current(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isOn])
}
