import { product } from '../../domain/product.ts'
import { useMessages } from '../../messages/index.ts'
import { Link, Row } from '../../ui/index.ts'

/** At the foot of every page: what everybody may read, the time zone of its times, and the release. */
export function Footer() {
  const t = useMessages('shell')
  return (
    <Row gap={4} justify="between">
      <nav aria-label={t('footer.label')}>
        <Row gap={4}>
          <Link href="/specification">{t('links.specification')}</Link>
          <Link href="/accessibility">{t('footer.accessibility')}</Link>
        </Row>
      </nav>
      <p>{t('footer.zone')}</p>
      <p>{t('footer.release', { product: product.name, version: import.meta.env.RELEASE })}</p>
    </Row>
  )
}
