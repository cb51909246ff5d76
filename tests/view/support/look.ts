/** Puts the page in sight, or behind another one. */
export const look = (visibilityState: 'visible' | 'hidden'): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}
