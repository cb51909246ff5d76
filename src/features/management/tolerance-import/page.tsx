import { useParams } from 'react-router'
import { importFileRefusal } from '../../../domain/importedTable.ts'
import { problem } from '../../../domain/problem.ts'
import { decodeText } from '../../../domain/textEncoding.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import {
  changeTolerances,
  getSpecification,
  previewTolerances,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { PageTitle, useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { err, ok, type Result } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { type Preview, ToleranceImportView } from './view.tsx'

const isWorkbook = ({ name }: File): boolean => /\.xlsx$/i.test(name)

/** Route `/management/specifications/specs/{spec}/tolerances/import` (decisions §18). */
export function Component() {
  const t = useMessages('management.tolerances')
  const { may } = useViewer()
  const { spec = '' } = useParams()
  const specification = useResource(
    getSpecification,
    { path: { id: spec } },
    {
      refreshOn: message =>
        message.type === 'COLLECTION' ||
        (message.type === 'SPECIFICATION' && String(message.specificationId) === spec),
    },
  )
  if (!may('management.specifications'))
    return <AccessDenied level={1} permission="management.specifications" />
  return (
    <WhenLoaded resource={specification} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {given => <ToleranceImport specification={given} />}
    </WhenLoaded>
  )
}

function ToleranceImport({ specification }: { specification: SpecificationWire }) {
  const t = useMessages('management.tolerances')
  const { call, navigate, readSheet } = useServices()
  const { id, version } = specification
  const path = { id: String(id) }
  const preview = useAction(async (file: File): Promise<Result<Preview>> => {
    const refusal = importFileRefusal(file)
    if (refusal) return err(problem('too-large', refusal))
    const sheet = isWorkbook(file) ? await readSheet(file) : undefined
    if (sheet && !sheet.ok) return sheet
    const { text: csv, encoding } = sheet
      ? { text: sheet.value, encoding: 'utf-8' as const }
      : decodeText(new Uint8Array(await file.arrayBuffer()))
    const answer = await call(previewTolerances, { path, body: { csv, encoding } })
    return answer.ok ? ok({ ...answer.value, file }) : answer
  })
  const apply = useAction((body: BodyOf<typeof changeTolerances>) => call(changeTolerances, { path, body }), {
    onDone: (_, { changedRules }) => {
      notify({ tone: 'good', title: t('saved', { count: changedRules }) })
      navigate(`${specificationPath(id)}/tolerances`)
    },
  })
  return (
    <>
      <PageTitle title={t('import.title', { version })} />
      <ToleranceImportView
        specification={specification}
        preview={preview}
        apply={apply}
        onApply={reason => {
          const { changes, version: seen = 0 } = preview.output ?? {}
          if (!changes) return
          apply.run({
            version: seen,
            reason,
            tolerances: changes.map(({ ruleCode, regulatorCode, toleranceId, toleranceTypeId, value }) => ({
              ruleCode,
              regulatorCode,
              toleranceId,
              toleranceTypeId,
              toleranceFrom: value.from,
              toleranceTo: value.to,
            })),
          })
        }}
      />
    </>
  )
}
