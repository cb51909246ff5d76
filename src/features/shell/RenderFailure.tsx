import { useRouteError } from 'react-router'
import { useMessages } from '../../messages/index.ts'

/**
 * What is left when a screen could not be drawn. It uses nothing of the design system's components, which may be what
 * failed. The next navigation draws afresh.
 */
export function RenderFailure() {
  const t = useMessages('shell')
  const error = useRouteError()
  return (
    <main id="main">
      <h1 id="page-title" tabIndex={-1}>
        {t('failure.title')}
      </h1>
      <p>{t('failure.text')}</p>
      <p>
        <button type="button" onClick={() => globalThis.location.reload()}>
          {t('failure.retry')}
        </button>
      </p>
      <details>
        <summary>Details</summary>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </details>
    </main>
  )
}
