import { useViewer } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Link, LinkButton } from '../../ui/index.ts'

export interface InspectLinkProps {
  /** `inspectPath` or `inspectSubmissionPath`. */
  href: string
  /** In a list with a link in each row: the name of the row, read out after "Inspect". */
  about?: string
}

/** A link to the inspector's view "Why not?"; nothing for a viewer who may not inspect. */
export function InspectLink({ href, about }: InspectLinkProps) {
  const t = useMessages('common')
  const { may } = useViewer()
  if (!may('monitoring.inspector')) return null
  return about === undefined ? (
    <LinkButton href={href} variant="quiet">
      {t('inspect')}
    </LinkButton>
  ) : (
    <Link href={href} variant="quiet" aria-label={t('inspect.of', { name: about })}>
      {t('inspect')}
    </Link>
  )
}
