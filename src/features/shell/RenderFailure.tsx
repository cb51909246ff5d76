import { useRouteError } from 'react-router'
import { texts } from './texts.ts'

/**
 * What is left when a screen could not be drawn. It uses nothing of the design system's components, which may be what
 * failed. The next navigation draws afresh.
 */
export function RenderFailure() {
  const error = useRouteError()
  return (
    <main id="main">
      <h1 id="page-title" tabIndex={-1}>
        {texts.failure.title}
      </h1>
      <p>{texts.failure.text}</p>
      <p>
        <button type="button" onClick={() => globalThis.location.reload()}>
          {texts.failure.retry}
        </button>
      </p>
      <details>
        <summary>Details</summary>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </details>
    </main>
  )
}
