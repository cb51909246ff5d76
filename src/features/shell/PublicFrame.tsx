import type { ReactNode } from 'react'
import { product } from '../../domain/product.ts'
import { useSession } from '../../hooks/session.ts'
import { useMessages } from '../../messages/index.ts'
import { AppFrame, Button } from '../../ui/index.ts'
import { Footer } from './Footer.tsx'

/** The frame of the pages for everybody, around one that is read without signing in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useMessages('shell')
  const session = useSession()
  return (
    <AppFrame
      product={product.name}
      homeHref="/"
      navigationLabel={t('navigation')}
      navigation={[]}
      user={<Button onPress={() => session.send({ type: 'SIGN_IN' })}>{t('visitor.signIn')}</Button>}
      footer={<Footer />}
    >
      {children}
    </AppFrame>
  )
}
