import { useLocation, useNavigate, useRouteError } from 'react-router'
import { usePageTitle } from '../../hooks/page.tsx'
import { useMessages } from '../../messages/index.ts'

/**
 * What is left when a screen could not be drawn. It uses nothing of the design system's components, which may be what
 * failed. "Try again" and the next navigation draw afresh; loading the page anew helps where its code has changed.
 */
export function RenderFailure() {
  const t = useMessages('shell')
  const error = useRouteError()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  usePageTitle(t('failure.title'))
  return (
    <main id="main">
      <h1 id="page-title" tabIndex={-1}>
        {t('failure.title')}
      </h1>
      <p>{t('failure.text')}</p>
      <p>
        <button type="button" onClick={() => void navigate({ pathname, search, hash }, { replace: true })}>
          {t('failure.retry')}
        </button>{' '}
        <button type="button" onClick={() => globalThis.location.reload()}>
          {t('failure.reload')}
        </button>
      </p>
      <details>
        <summary>{t('failure.details')}</summary>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </details>
    </main>
  )
}
