import { importFileRefusal } from '../../../domain/importedTable.ts'
import { problem } from '../../../domain/problem.ts'
import { type ImportAction, importActions } from '../../../domain/provider.ts'
import type { RegisterRepair } from '../../../domain/register.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import { decodeText, type TextEncoding } from '../../../domain/textEncoding.ts'
import { importRegister, previewRegister } from '../../../domain/wire/providers.ts'
import { PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { err, ok, type Result } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { type Preview, type ReadRequest, RegisterImportView } from './view.tsx'

/** What is asked to be imported, as the preview has shown it. */
interface ImportRequest {
  csv: string
  encoding: TextEncoding
  repairs: readonly RegisterRepair[]
  digest: string
  action: ImportAction
}

/** Route `/management/providers/import` (decisions §10). */
export function Component() {
  const t = useMessages('management.providers')
  const { may } = useViewer()
  const { call, navigate } = useServices()
  const preview = useAction(async ({ file, repairs }: ReadRequest): Promise<Result<Preview>> => {
    const refusal = importFileRefusal(file)
    if (refusal) return err(problem('too-large', refusal))
    const { text: csv, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()))
    const answer = await call(previewRegister, { body: { csv, encoding, repairs: [...repairs] } })
    return answer.ok ? ok({ ...answer.value, csv, encoding, file, repairs }) : answer
  })
  const take = useAction(
    (register: ImportRequest) =>
      call(importRegister, { body: { ...register, repairs: [...register.repairs] } }),
    {
      onDone: (_, counts) => {
        notify({ tone: 'good', title: t('import.done'), text: t('import.counts', counts) })
        navigate('/management/providers')
      },
    },
  )
  if (!may(screenPermissions.registerImport))
    return <AccessDenied level={1} permission={screenPermissions.registerImport} />
  return (
    <>
      <PageTitle title={t('import.title')} />
      <RegisterImportView
        preview={preview}
        take={take}
        onImport={entered => {
          const action = importActions.find(one => one === entered.get('action')) ?? 'REGISTER'
          const { output } = preview
          if (output?.digest) {
            const { csv, encoding, repairs, digest } = output
            take.ask({ csv, encoding, repairs, digest, action })
          }
        }}
      />
    </>
  )
}
