import { type ReactNode, useEffect } from 'react'
import { RouterProvider as LinkProvider } from 'react-aria-components'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { product } from '../domain/product.ts'
import { Footer } from '../features/shell/Footer.tsx'
import { Help } from '../features/shell/Help.tsx'
import { ValidatePage } from '../features/validate/page.tsx'
import type { ValidateServices } from '../hooks/validatePage.ts'
import { validatePageMachine } from '../machines/validate-page/index.ts'
import { pageLanguage, pageLocale, useMessages, withMessages } from '../messages/index.ts'
import { createValidatePageActors } from '../services/actors/validatePage.ts'
import { createApi } from '../services/api.ts'
import { saveBlob } from '../services/downloads.ts'
import type { FileText } from '../services/file-check/lineIndex.ts'
import { createFileRegistry } from '../services/fileRegistry.ts'
import { createTokenStore } from '../services/tokenStore.ts'
import { Announcer, AppFrame, keepFocus, LinkButton } from '../ui/index.ts'
import { portalBase } from './base.ts'
import { pagePreferences } from './pagePreferences.ts'

/** What the page needs: nothing of a session but the token that the browser keeps, and that is never renewed here. */
const createServices = (window: Window): ValidateServices => {
  const { document, location, localStorage } = window
  const below = portalBase(document)
  const query = new URLSearchParams(location.search)
  const files = createFileRegistry()
  const texts = new Map<string, FileText>()
  const api = createApi({
    base: `${below}/api`,
    token: () => createTokenStore(localStorage, () => Date.now()).read(),
    language: pageLanguage(),
  })
  return {
    machine: validatePageMachine.provide({
      actors: createValidatePageActors({ api, files, keepText: (id, text) => void texts.set(id, text) }),
    }),
    input: {
      hasSignedIn: query.get('from') === 'sign-in',
      reference: query.get('specification') ?? undefined,
    },
    files,
    text: id => texts.get(id),
    saveBlob,
    goToSignIn: () => location.replace(`${below}/validate/sign-in${location.search}`),
  }
}

/** The page in a frame without a session. Every link loads another document, for this one's policy allows no other page. */
function Framed({ services }: { services: ValidateServices }) {
  const t = useMessages('validate')
  useEffect(() => keepFocus(document), [])
  return (
    <AppFrame
      product={product.name}
      homeHref="/"
      navigationLabel={t('navigation')}
      navigation={[]}
      user={
        <>
          <Help pathname="/validate" />
          <LinkButton href="/">{t('portal')}</LinkButton>
        </>
      }
      footer={<Footer />}
    >
      <ValidatePage services={services} />
    </AppFrame>
  )
}

const start = (window: Window): ReactNode => {
  const below = portalBase(window.document)
  const services = createServices(window)
  pagePreferences(window)
  const address = (href: string) =>
    /^[a-z][a-z+.-]*:/i.test(href) || href.startsWith('#') ? href : below + href
  return (
    <I18nProvider locale={pageLocale()}>
      <LinkProvider navigate={to => window.location.assign(address(to))} useHref={address}>
        <Framed services={services} />
      </LinkProvider>
      <Announcer />
    </I18nProvider>
  )
}

/** Gives what draws the page /validate, once its messages have arrived. */
export const startValidate = withMessages(
  async () => start,
  'validate',
  'shell',
  'schemaErrors',
  'submissions.upload',
)
