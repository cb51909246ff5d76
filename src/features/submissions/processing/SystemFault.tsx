import type { ReactNode } from 'react'
import { product } from '../../../domain/product.ts'
import type { AfterFault } from '../../../machines/submission-lifecycle/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Banner } from '../../../ui/index.ts'

export interface SystemFaultProps {
  /** How it goes on, for this reader; undefined until the facts are known. */
  after: AfterFault | undefined
  /** Why it stopped; undefined for those who may not read that. */
  reason: string | undefined
  isAgency: boolean
  /** The button that starts a new submission; nothing for those who may never upload. */
  uploadAgain: ReactNode
  /** The button that has the file processed again. */
  reprocess: ReactNode
}

/** The system has failed: who acts next, and on what (decisions §3: retried, then the agency re-processes). */
export function SystemFault(props: SystemFaultProps) {
  const t = useMessages('submissions.processing')
  const text = useText()
  const { after, reason } = props
  return (
    <Banner tone="failed" title={t('systemError.title')} announced="alert" actions={actionOf(props)}>
      {after && <p>{textOf(t, text, after, props)}</p>}
      {reason !== undefined && <p>{t('systemError.reason', { reason })}</p>}
    </Banner>
  )
}

const actionOf = ({ after, uploadAgain, reprocess }: SystemFaultProps): ReactNode => {
  switch (after?.way) {
    case 'reader':
      return reprocess
    case 'anotherFile':
    case 'blocked':
      return uploadAgain
    default:
      return undefined
  }
}

const textOf = (
  t: Translate<'submissions.processing'>,
  text: ToText,
  after: AfterFault,
  { isAgency }: Pick<SystemFaultProps, 'isAgency'>,
): string => {
  switch (after.way) {
    case 'superseded':
    case 'reader':
      return t(`systemError.${after.way}`)
    case 'anotherFile':
      return t(isAgency ? 'systemError.anotherFile.agency' : 'systemError.anotherFile')
    case 'blocked':
      return t('systemError.blocked', { reason: text(after.reason) })
    case 'agency':
      return isAgency
        ? t('systemError.agency.own', { reason: text(after.reason) })
        : t('systemError.agency', { product: product.name })
  }
}
