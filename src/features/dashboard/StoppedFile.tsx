import { countOfErrors } from '../../domain/schemaFailure.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import { listOvtSchemaChecks, listSchemaChecks } from '../../domain/wire/quality.ts'
import { useResource } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Link, Stack } from '../../ui/index.ts'
import { ErrorsByField } from '../common/ErrorsByField.tsx'

/** Kinds of errors on the card; the page of the file has all. */
const shownGroups = 3

export interface StoppedFileProps {
  mode: SubmissionMode
  submissionId: string
  instId: string
  /** The page of the file. */
  href: string
}

/** What stopped the latest file, by field, the most frequent first (mock 11). Nothing if the check found no single errors. */
export function StoppedFile({ mode, submissionId, instId, href }: StoppedFileProps) {
  const t = useMessages('schemaErrors')
  const { data } = useResource(mode === 'ovt' ? listOvtSchemaChecks : listSchemaChecks, {
    path: { id: submissionId },
    query: { instId, limit: '1', offset: '0' },
  })
  if (!data || data.groups.length === 0) return null
  return (
    <Stack gap={2} as="section" aria-label={t('title')}>
      <h3>{t('stopped', { count: countOfErrors(data.groups) })}</h3>
      <ErrorsByField groups={data.groups.slice(0, shownGroups)} isBrief />
      <Link href={href}>{t('all')}</Link>
    </Stack>
  )
}
