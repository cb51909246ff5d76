import { product } from '../../domain/product.ts'
import { PageTitle } from '../../hooks/index.ts'
import { useSession } from '../../hooks/session.ts'
import { useMessages } from '../../messages/index.ts'
import { Button, EmptyState, Page } from '../../ui/index.ts'

/** In place of the specification for who is not signed in, where the installation does not publish it. */
export function NeedsSignIn() {
  const t = useMessages('published')
  const session = useSession()
  return (
    <Page>
      <PageTitle title={t('title')} />
      <EmptyState
        title={t('signIn.title')}
        level={1}
        actions={
          <Button variant="primary" onPress={() => session.send({ type: 'SIGN_IN' })}>
            {t('signIn.action')}
          </Button>
        }
      >
        {t('signIn.text', { product: product.name })}
      </EmptyState>
    </Page>
  )
}
