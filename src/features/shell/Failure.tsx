import { usePageTitle } from '../../hooks/page.tsx'
import { useMessages } from '../../messages/index.ts'

/**
 * Something has gone wrong here, in the page itself. It uses nothing of the design system's components, which may be what
 * failed. Loading the page anew helps also where its code has changed.
 */
export function Failure({ retry, details }: { retry?: () => void; details?: string }) {
  const t = useMessages('shell')
  usePageTitle(t('failure.title'))
  return (
    <main id="main">
      <h1 id="page-title" tabIndex={-1}>
        {t('failure.title')}
      </h1>
      <p>{t('failure.text')}</p>
      <p>
        {retry && (
          <>
            <button type="button" onClick={retry}>
              {t('failure.retry')}
            </button>{' '}
          </>
        )}
        <button type="button" onClick={() => globalThis.location.reload()}>
          {t('failure.reload')}
        </button>
      </p>
      {details && (
        <details>
          <summary>{t('failure.details')}</summary>
          <p>{details}</p>
        </details>
      )}
    </main>
  )
}
