import { glossaryTerms } from '../../domain/glossary.ts'
import { product } from '../../domain/product.ts'
import { helpedScreenAt } from '../../domain/routes.ts'
import { pageLocale, type Translate, useMessages } from '../../messages/index.ts'
import { Dialog, hasCommandKey, Link, ShortcutList, TermList } from '../../ui/index.ts'
import styles from './HelpDialog.module.css'
import { SupportOffer } from './SupportOffer.tsx'

const keysOf = (t: Translate<'shell'>, pathname: string) => [
  { keys: '?', does: t('keys.does.list') },
  { keys: t(hasCommandKey() ? 'keys.names.commandK' : 'keys.names.ctrlK'), does: t('keys.does.find') },
  { keys: '/', does: t('keys.does.search') },
  { keys: t('keys.names.escape'), does: t('keys.does.close') },
  ...(/\/reports\/(quality|students)\/.|^\/validate$/.test(pathname)
    ? [{ keys: 'p  n', does: t('keys.does.beside') }]
    : []),
  ...(/^\/monitoring\/\d+\/./.test(pathname) ? [{ keys: 'a', does: t('keys.does.nextAwaiting') }] : []),
  ...(pathname === '/inspector'
    ? [
        { keys: t('keys.names.tab'), does: t('keys.does.enter') },
        { keys: t('keys.names.arrows'), does: t('keys.does.move') },
        { keys: '+  −  0', does: t('keys.does.scale') },
        { keys: t('keys.names.enter'), does: t('keys.does.read') },
        { keys: t('keys.names.space'), does: t('keys.does.fold') },
      ]
    : []),
]

/** Whether the server has the documents; it writes so into the page (server/http/static.ts). */
const hasDocuments = ({ documentElement }: Document): boolean =>
  documentElement.dataset.documents !== undefined

/** The dialog that "?" opens: what the page is for and what people can do on it, the glossary, and the keys of the page. */
export function HelpDialog({ pathname, onClose }: { pathname: string; onClose: () => void }) {
  const t = useMessages('shell')
  const help = useMessages('help')
  const glossary = useMessages('glossary')
  const support = useMessages('support')
  const screen = helpedScreenAt(pathname)
  const names = { product: product.name }
  const terms = glossaryTerms
    .map(id => ({ id, name: glossary(`name.${id}`), explanation: glossary(`text.${id}`, names) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, pageLocale()))
  return (
    <Dialog title={t('help')} isOpen onClose={onClose} size="large">
      <div className={styles.help}>
        <div className={styles.page}>
          {screen && (
            <section aria-labelledby="help-page">
              <h3 id="help-page">{t('help.page')}</h3>
              <p>{help(`page.${screen}`, names)}</p>
            </section>
          )}
          <section aria-labelledby="help-keys">
            <h3 id="help-keys">{t('keys.title')}</h3>
            <ShortcutList shortcuts={keysOf(t, pathname)} />
          </section>
          {hasDocuments(document) && (
            <p>
              <Link href="/help/" isExternal>
                {t('help.documents')}
              </Link>
            </p>
          )}
          <section aria-labelledby="help-support">
            <h3 id="help-support">{support('title')}</h3>
            <SupportOffer />
          </section>
          {screen !== 'validate' && (
            <p>
              <Link href="/validate">{t('help.validate')}</Link>
            </p>
          )}
        </div>
        <section aria-labelledby="help-terms">
          <h3 id="help-terms">{t('help.terms')}</h3>
          <TermList search={t('help.search')} terms={terms} />
        </section>
      </div>
    </Dialog>
  )
}
