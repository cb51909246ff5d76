import { useMessages } from '../../messages/index.ts'
import { Link, Row } from '../../ui/index.ts'

/** At the foot of every page: what everybody may read. */
export function Footer() {
  const t = useMessages('shell')
  return (
    <nav aria-label={t('footer.label')}>
      <Row gap={4}>
        <Link href="/specification">{t('links.specification')}</Link>
        <Link href="/accessibility">{t('footer.accessibility')}</Link>
      </Row>
    </nav>
  )
}
