import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isMissing, type Problem } from '../../domain/problem.ts'
import { pageAbove } from '../../domain/routes.ts'
import { PageTitle } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import {
  Banner,
  Button,
  Disclosure,
  ErrorState,
  type ErrorStateProps,
  Page,
  Skeleton,
  type SkeletonProps,
  useShownFailure,
} from '../../ui/index.ts'
import { AccessDenied } from './AccessDenied.tsx'
import { NotFoundPage } from './NotFound.tsx'

/** What a view knows of something that is fetched. */
export interface Loaded<Data> {
  status: 'loading' | 'former' | 'ready' | 'failed'
  /** There whenever the status is former or ready. */
  data: Data | undefined
  /** Why the last fetch failed. */
  problem: Problem | undefined
  retry: () => void
}

/** The part of an answer that a view is about. */
export const mapLoaded = <From, To>(
  { data, ...rest }: Loaded<From>,
  part: (data: From) => To,
): Loaded<To> => ({ ...rest, data: data === undefined ? undefined : part(data) })

/** Whether there is no such thing, as the last answer says (the state `absent` of the chart of a resource). */
export const isAbsent = ({ status, problem }: Pick<Loaded<unknown>, 'status' | 'problem'>): boolean =>
  status === 'failed' && problem !== undefined && isMissing(problem)

/** The server's own words of a problem, for the disclosure "Details". */
export function ProblemDetails({ problem }: { problem: Problem }) {
  const t = useMessages('problems')
  const text = useText()
  return (
    <p>
      {problem.status > 0 && `${problem.status} `}
      {t(`title.${problem.kind}`)}. {text(problem.reason)}
    </p>
  )
}

/** What a person can do about a problem by themselves, said in the open: wait, where they have asked too often. */
const adviceOf = (problem: Problem | undefined): Problem['reason'] | undefined =>
  problem?.kind === 'too-many-requests' ? problem.reason : undefined

/**
 * The specification's message for something that failed to load, with the problem's own words on request; what the
 * server refuses the viewer is told as that. A failure with a heading of level 1 stands for the page and names it; then what
 * is not there is told as not found, for it would not be there either when asked again.
 */
export function LoadFailure({
  problem,
  ...state
}: Omit<ErrorStateProps, 'details'> & { problem: Problem | undefined }) {
  const text = useText()
  const { level = 3, actions, title, children } = state
  const advice = adviceOf(problem)
  if (problem?.kind === 'forbidden') return <AccessDenied level={level} actions={actions} />
  if (problem && isMissing(problem) && level === 1) return <MissingPage problem={problem} />
  return (
    <>
      {level === 1 && <PageTitle title={title} />}
      <ErrorState {...state} details={problem && <ProblemDetails problem={problem} />}>
        {advice === undefined ? children : <p>{text(advice)}</p>}
      </ErrorState>
    </>
  )
}

/** In place of a page whose subject there is not, with the way to `back`: the nearest page above it, where nothing else is said. */
export function MissingPage({ problem, back }: { problem?: Problem | undefined; back?: string }) {
  const t = useMessages('common')
  const { pathname } = useLocation()
  return (
    <NotFoundPage
      title={t('missing.title')}
      back={{ href: back ?? pageAbove(pathname), label: t('back') }}
      problem={problem}
    >
      {t('missing.text')}
    </NotFoundPage>
  )
}

interface ActionFailureProps {
  title: string
  problem: Problem
  /** Does it again, where that can be done from here. */
  onRetry?: () => void
  /** Shows the reason without Details, because the user can act on it. */
  hasReason?: boolean
  children?: ReactNode
}

/**
 * The failure of an action, beside what the user entered; nothing without a problem. A problem without an answer is not called a
 * failure, because the action may have been done.
 */
export function ActionFailure({
  problem,
  ...props
}: Omit<ActionFailureProps, 'problem'> & { problem: Problem | undefined }) {
  return problem && <ShownActionFailure {...props} problem={problem} />
}

function ShownActionFailure({ title, problem, onRetry, hasReason = false, children }: ActionFailureProps) {
  const t = useMessages('common')
  const text = useText()
  const reason = hasReason ? problem.reason : adviceOf(problem)
  useShownFailure(onRetry)
  return (
    <Banner
      tone="failed"
      title={problem.mayBeDone ? t('unconfirmed') : title}
      announced="alert"
      actions={
        onRetry && (
          <Button size="small" onPress={onRetry}>
            {t('tryAgain')}
          </Button>
        )
      }
    >
      {reason !== undefined && <p>{text(reason)}</p>}
      {children}
      <Disclosure title={t('details')}>
        <ProblemDetails problem={problem} />
      </Disclosure>
    </Banner>
  )
}

export interface WhenLoadedProps<Data> {
  resource: Loaded<Data>
  /** Read out while there is nothing to show. */
  loading: string
  /** The specification's message when it fails. */
  failed: string
  failedText?: string
  /** Of a whole page its parts, else a card, where nothing else is named. */
  sketch?: SkeletonProps['shape']
  level?: ErrorStateProps['level']
  /** Whether the page has no name before its content gives it one: until then it is called by what is loaded. */
  isWholePage?: boolean
  children: (data: Data) => ReactNode
}

/** A sketch while loading, the content when it is there, the failure with a way to try again. */
export function WhenLoaded<Data>({
  resource,
  loading,
  failed,
  failedText,
  level = 3,
  isWholePage = false,
  sketch = isWholePage ? 'page' : 'card',
  children,
}: WhenLoadedProps<Data>) {
  const t = useMessages('common')
  if (resource.data !== undefined) return children(resource.data)
  if (resource.status !== 'failed')
    return isWholePage ? (
      <Page>
        <PageTitle title={loading} />
        <Skeleton shape={sketch} label={loading} />
      </Page>
    ) : (
      <Skeleton shape={sketch} label={loading} />
    )
  return (
    <LoadFailure
      title={failed}
      problem={resource.problem}
      onRetry={resource.retry}
      retryLabel={t('tryAgain')}
      level={level}
    >
      {failedText}
    </LoadFailure>
  )
}
