import { usePageTitle } from '../../hooks/page.tsx'
import { LinkButton, Page, PageHeader } from '../../ui/index.ts'
import { texts } from './texts.ts'

/** Any address that the portal does not have. */
export function Component() {
  usePageTitle(texts.notFound.title)
  return (
    <Page width="prose" header={<PageHeader title={texts.notFound.title} />}>
      <p>{texts.notFound.text}</p>
      <p>
        <LinkButton href="/" variant="primary">
          {texts.notFound.home}
        </LinkButton>
      </p>
    </Page>
  )
}
