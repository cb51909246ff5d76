import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { product } from '../../domain/product.ts'
import { useSession } from '../../hooks/session.ts'
import { useMessages } from '../../messages/index.ts'
import { AppFrame, Button } from '../../ui/index.ts'
import { Footer } from './Footer.tsx'
import { Help } from './Help.tsx'

/** The frame of the pages for everybody, around one that is read without signing in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useMessages('shell')
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <AppFrame
      product={product.name}
      homeHref="/"
      navigationLabel={t('navigation')}
      navigation={[]}
      user={
        <>
          <Help pathname={pathname} />
          <Button onPress={() => session.send({ type: 'SIGN_IN' })}>{t('visitor.signIn')}</Button>
        </>
      }
      footer={<Footer />}
    >
      {children}
    </AppFrame>
  )
}
