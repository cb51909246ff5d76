import { usePageTitle } from '../../hooks/page.tsx'
import { useMessages } from '../../messages/index.ts'
import styles from './Failure.module.css'

/**
 * Something has gone wrong here, in the page itself. It uses nothing of the design system's components, which may be what
 * failed. Loading the page anew helps also where its code has changed. `isFramed`: within the frame, which has the main part.
 */
export function Failure({
  retry,
  details,
  isFramed = false,
}: {
  retry?: () => void
  details?: string
  isFramed?: boolean
}) {
  const t = useMessages('shell')
  usePageTitle(t('failure.title'))
  const Place = isFramed ? 'div' : 'main'
  return (
    <Place id={isFramed ? undefined : 'main'} className={styles.place}>
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
    </Place>
  )
}
