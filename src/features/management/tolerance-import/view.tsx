import { limits } from '../../../domain/limits.ts'
import { neededToleranceColumns, toleranceColumns } from '../../../domain/toleranceTable.ts'
import type { SpecificationWire, TolerancePreviewWire } from '../../../domain/wire/specifications.ts'
import type { ActionHandle } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  CellLines,
  Form,
  FormField,
  Page,
  PageHeader,
  PlainTable,
  Row,
  Skeleton,
  Stack,
  StatTiles,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { FileToImport } from '../common/FileToImport.tsx'
import { FileNotes, LineFaults } from '../common/LineFaults.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

/** What the server says of a file, with the file. */
export type Preview = TolerancePreviewWire & { file: File }

export interface ToleranceImportViewProps {
  specification: SpecificationWire
  preview: Pick<ActionHandle<File, Preview>, 'run' | 'isRunning' | 'output' | 'problem'>
  apply: Pick<ActionHandle<never>, 'isRunning' | 'problem' | 'dismiss'>
  onApply: (reason: string) => void
}

/** A table of tolerances: chosen, looked at, and then applied as it was shown (decisions §18). */
export function ToleranceImportView(props: ToleranceImportViewProps) {
  const { specification, preview, apply } = props
  const t = useMessages('management.tolerances')
  const { id, version, isEditable, state } = specification
  const { output } = preview
  const read = (file: File) => {
    apply.dismiss()
    preview.run(file)
  }
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs
          parent="specifications"
          within={{ label: t('title', { version }), href: `${specificationPath(id)}/tolerances` }}
        />
      }
      header={<PageHeader title={t('import.title', { version })}>{t('import.lead')}</PageHeader>}
    >
      <Stack gap={4}>
        {!isEditable && (
          <Banner tone="attention" title={t('import.notEditable')}>
            {t('import.notEditableText', { state: state.name })}
          </Banner>
        )}
        <FileToImport
          title={t('import.file')}
          hint={t('import.fileHint')}
          needed={{ text: t('import.columns'), columns: neededToleranceColumns }}
          optional={{
            text: t('import.optional'),
            columns: toleranceColumns.filter(column => !neededToleranceColumns.some(one => one === column)),
          }}
          accept={['.csv', '.xlsx', 'text/csv']}
          isNext={!output?.changes}
          label={output ? t('import.another') : t('import.choose')}
          onFile={read}
        />
        {preview.isRunning && <Skeleton shape="rows" label={t('import.reading')} />}
        <ActionFailure title={t('import.unread')} problem={preview.problem} hasReason />
        {output && !preview.isRunning && (
          <Read {...props} output={output} onAgain={() => read(output.file)} />
        )}
      </Stack>
    </Page>
  )
}

function Read({
  specification,
  output,
  apply,
  onApply,
  onAgain,
}: ToleranceImportViewProps & { output: Preview; onAgain: () => void }) {
  const t = useMessages('management.tolerances')
  const { changes, unchanged, absent, faults, faultCount, notes, file } = output
  const repaired = <FileNotes title={t('import.notes')} notes={notes} />
  if (!changes)
    return (
      <Stack gap={4}>
        {repaired}
        <Card title={t('faults.title', { count: faultCount, fileName: file.name })} hint={t('faults.hint')}>
          <LineFaults faults={faults} faultCount={faultCount} />
        </Card>
      </Stack>
    )
  const title = t('import.preview', { fileName: file.name })
  return (
    <Stack gap={4}>
      {repaired}
      <Card title={title}>
        <StatTiles
          label={title}
          tiles={[
            { id: 'changed', label: t('import.changed'), value: changes.length },
            { id: 'unchanged', label: t('import.unchanged'), value: unchanged },
            { id: 'absent', label: t('import.absent'), value: absent },
          ]}
        />
      </Card>
      {changes.length === 0 ? (
        <Banner tone="good" title={t('import.same')}>
          {t('import.sameHint')}
        </Banner>
      ) : (
        <>
          <Card title={t('import.changed')}>
            <Changes changes={changes} />
          </Card>
          {specification.isEditable && (
            <Card>
              <Form label={title} onSubmit={form => onApply(String(form.get('reason') ?? ''))}>
                <ActionFailure title={t('import.notApplied')} problem={apply.problem} hasReason />
                <FormField name="reason" label={t('import.reason')} maxLength={limits.changeReason} />
                <Row gap={3}>
                  <Button type="submit" variant="primary" isPending={apply.isRunning}>
                    {t('import.apply', { count: changes.length })}
                  </Button>
                  {apply.problem && <Button onPress={onAgain}>{t('import.again')}</Button>}
                </Row>
              </Form>
            </Card>
          )}
        </>
      )}
    </Stack>
  )
}

function Changes({ changes }: { changes: NonNullable<Preview['changes']> }) {
  const t = useMessages('management.tolerances')
  return (
    <PlainTable
      caption={t('import.changed')}
      isCaptionHidden
      columns={[
        { id: 'line', header: t('import.line'), cell: ({ line }) => line, kind: 'number' },
        {
          id: 'rule',
          header: t('columns.rule'),
          cell: ({ name, ruleCode }) => <CellLines note={ruleCode}>{name}</CellLines>,
          isRowHeader: true,
        },
        { id: 'regulator', header: t('columns.regulator'), cell: ({ shortName }) => shortName },
        { id: 'before', header: t('import.before'), cell: ({ before }) => before },
        { id: 'after', header: t('import.after'), cell: ({ after }) => after },
      ]}
      rows={changes}
      rowId={({ line }) => String(line)}
      isBounded
      stacks
    />
  )
}
