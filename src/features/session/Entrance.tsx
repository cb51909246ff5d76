import { useSelector } from '@xstate/react'
import { product } from '../../domain/product.ts'
import { PageTitle } from '../../hooks/page.tsx'
import { useSession } from '../../hooks/session.ts'
import { selectProblem } from '../../machines/session/index.ts'
import { AppFrame, Button, EmptyState, ErrorState, Page } from '../../ui/index.ts'
import { texts } from './texts.ts'

/** What stands in place of the portal while nobody is signed in. */
export function Entrance() {
  return (
    <AppFrame product={product.name} homeHref="/" navigationLabel={texts.navigation} navigation={[]}>
      <Page>
        <Situation />
      </Page>
    </AppFrame>
  )
}

function Situation() {
  const session = useSession()
  const isSignedOut = useSelector(session, snapshot => snapshot.matches('signedOut'))
  const hasFailed = useSelector(session, snapshot => snapshot.matches('failed'))
  const isLeaving = useSelector(session, snapshot => snapshot.matches('signingOut'))
  const problem = useSelector(session, selectProblem)
  if (isSignedOut) {
    return (
      <>
        <PageTitle title={texts.signedOut.title} />
        <EmptyState
          title={texts.signedOut.title}
          icon="check"
          level={1}
          actions={
            <Button variant="primary" onPress={() => session.send({ type: 'SIGN_IN' })}>
              {texts.signedOut.signIn}
            </Button>
          }
        >
          {texts.signedOut.text}
        </EmptyState>
      </>
    )
  }
  if (hasFailed) {
    return (
      <>
        <PageTitle title={texts.failed.title} />
        <ErrorState
          title={texts.failed.title}
          level={1}
          retryLabel={texts.failed.retry}
          onRetry={() => session.send({ type: 'RETRY' })}
        >
          {problem?.detail}
        </ErrorState>
      </>
    )
  }
  return <p role="status">{isLeaving ? texts.leaving : texts.busy}</p>
}
