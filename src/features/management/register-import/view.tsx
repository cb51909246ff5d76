import type { ImportAction } from '../../../domain/provider.ts'
import type { RegisterRepair } from '../../../domain/register.ts'
import { contactsText } from '../../../domain/registerChanges.ts'
import { optionalRegisterColumns, registerColumns } from '../../../domain/registerFile.ts'
import type { TextEncoding } from '../../../domain/textEncoding.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { FileFaultWire } from '../../../domain/wire/common.ts'
import type { previewRegister, RegisteredWire, RegisterPreviewWire } from '../../../domain/wire/providers.ts'
import type { ActionHandle } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  ConfirmDialog,
  Disclosure,
  Form,
  FormRadios,
  Menu,
  Page,
  PageHeader,
  PlainTable,
  Row,
  Skeleton,
  Stack,
  StatTiles,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { FileToImport } from '../common/FileToImport.tsx'
import { FileNotes, LineFaults } from '../common/LineFaults.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

/** What the server says of a file, with the file. */
export type Preview = ResponseOf<typeof previewRegister> & {
  csv: string
  encoding: TextEncoding
  file: File
  /** What was decided about its faults. */
  repairs: readonly RegisterRepair[]
}

/** A file that is read, with what was decided about its faults. */
export interface ReadRequest {
  file: File
  repairs: readonly RegisterRepair[]
}

export interface RegisterImportViewProps {
  preview: Pick<ActionHandle<ReadRequest, Preview>, 'run' | 'isRunning' | 'output' | 'problem'>
  take: Pick<
    ActionHandle<{ action: ImportAction }>,
    'action' | 'isOpen' | 'isRunning' | 'problem' | 'confirm' | 'dismiss'
  >
  onImport: (entered: FormData) => void
}

/** A register of providers: chosen, looked at, and then imported. */
export function RegisterImportView({ preview, take, onImport }: RegisterImportViewProps) {
  const t = useMessages('management.providers')
  const { output } = preview
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="providers" />}
      header={<PageHeader title={t('import.title')}>{t('import.lead')}</PageHeader>}
    >
      <Stack gap={4}>
        <FileToImport
          title={t('import.file')}
          hint={t('import.fileHint')}
          needed={{ text: t('import.columns'), columns: registerColumns }}
          optional={{ text: t('import.optional'), columns: optionalRegisterColumns }}
          accept={['.csv', 'text/csv']}
          isNext={!output?.preview}
          label={output ? t('import.another') : t('import.choose')}
          onFile={file => preview.run({ file, repairs: [] })}
        />
        {preview.isRunning && <Skeleton shape="rows" label={t('import.reading')} />}
        <ActionFailure title={t('import.unread')} problem={preview.problem} />
        {output && !preview.isRunning && (
          <Read output={output} take={take} onImport={onImport} onRead={preview.run} />
        )}
      </Stack>
    </Page>
  )
}

function Read({
  output,
  take,
  onImport,
  onRead,
}: {
  output: Preview
  onRead: (request: ReadRequest) => void
} & Pick<RegisterImportViewProps, 'take' | 'onImport'>) {
  const t = useMessages('management.providers')
  const { preview, faults, faultCount, notes, file, repairs } = output
  const fileName = file.name
  const repaired = (
    <>
      <FileNotes title={t('notes.title')} notes={notes} />
      {repairs.length > 0 && (
        <div>
          <Button size="small" onPress={() => onRead({ file, repairs: repairs.slice(0, -1) })}>
            {t('repair.undo')}
          </Button>
        </div>
      )}
    </>
  )
  if (!preview)
    return (
      <Stack gap={4}>
        {repaired}
        <Card title={t('faults.title', { count: faultCount, fileName })} hint={t('faults.hint')}>
          <LineFaults
            faults={faults}
            faultCount={faultCount}
            actions={fault => (
              <Repairs fault={fault} onRepair={repair => onRead({ file, repairs: [...repairs, repair] })} />
            )}
          />
        </Card>
      </Stack>
    )
  return (
    <Stack gap={4}>
      {repaired}
      <Card title={t('preview.title', { fileName })}>
        <StatTiles
          label={t('preview.title', { fileName })}
          tiles={[
            { id: 'added', label: t('preview.added'), value: preview.added.length },
            { id: 'changed', label: t('preview.changed'), value: preview.changed.length },
            { id: 'unchanged', label: t('preview.unchanged'), value: preview.unchanged },
            { id: 'absent', label: t('preview.absent'), value: preview.absent.length },
          ]}
        />
      </Card>
      {preview.changed.length > 0 && (
        <Card title={t('preview.changed')} hint={t('preview.changedHint')}>
          <Changes preview={preview} />
        </Card>
      )}
      {preview.added.length > 0 && (
        <Card title={t('preview.added')}>
          <Providers caption={t('preview.added')} providers={preview.added} isNew />
        </Card>
      )}
      {preview.absent.length > 0 && (
        <Card>
          <Disclosure title={t('preview.absentShow', { count: preview.absent.length })}>
            <p>{t('preview.absentHint')}</p>
            <Providers caption={t('preview.absent')} providers={preview.absent} />
          </Disclosure>
        </Card>
      )}
      <Import preview={preview} take={take} onImport={onImport} />
    </Stack>
  )
}

/** Two states are shown, onboarded or not (decisions §19): a provider that is added but not onboarded is the same to people. */
const offeredActions = ['REGISTER', 'ONBOARD'] as const

function Import({
  preview,
  take,
  onImport,
}: { preview: RegisterPreviewWire } & Pick<RegisterImportViewProps, 'take' | 'onImport'>) {
  const t = useMessages('management.providers')
  const text = useText()
  if (preview.added.length + preview.changed.length + preview.undecided === 0)
    return (
      <Banner tone="good" title={t('preview.same')}>
        {t('preview.sameHint')}
      </Banner>
    )
  return (
    <Card>
      <Form label={t('import.title')} onSubmit={onImport}>
        <Stack gap={4}>
          {preview.undecided > 0 && (
            <FormRadios
              name="action"
              label={t('action.label', { count: preview.undecided })}
              options={offeredActions.map(id => ({ id, label: t(`action.${id}`) }))}
              defaultValue="REGISTER"
            />
          )}
          <div>
            <Button type="submit" variant="primary">
              {t('import.short')}
            </Button>
          </div>
        </Stack>
      </Form>
      <ConfirmDialog
        title={t('confirm.title')}
        isOpen={take.isOpen}
        confirmLabel={t('import.short')}
        cancelLabel={t('cancel')}
        isPending={take.isRunning}
        error={text(take.problem?.reason)}
        onConfirm={take.confirm}
        onCancel={take.dismiss}
      >
        <Stack gap={2}>
          <p>{t('confirm.changed', { count: preview.changed.length })}</p>
          <p>{t('confirm.added', { count: preview.added.length })}</p>
          {take.action?.action === 'ONBOARD' && <p>{t('confirm.onboarded', { count: preview.undecided })}</p>}
        </Stack>
      </ConfirmDialog>
    </Card>
  )
}

/** What a person can decide about a fault. Nothing is chosen for them. */
function Repairs({
  fault: { line, column, value, choices = [], sameAs },
  onRepair,
}: {
  fault: FileFaultWire
  onRepair: (repair: RegisterRepair) => void
}) {
  const t = useMessages('management.providers')
  if (line === 1) return null
  const named = value === '' ? t('none') : value
  const scopes = [
    { id: 'line', at: line, label: t('repair.onLine', { line }) },
    { id: 'all', at: null, label: t('repair.onAll', { value: named }) },
  ] as const
  return (
    <Row gap={2}>
      {column !== null && choices.length > 0 && (
        <Menu
          label={t('repair.replaceOn', { value: named, line })}
          trigger={
            <Button size="small" aria-label={t('repair.replaceOn', { value: named, line })}>
              {t('repair.replace')}
            </Button>
          }
          items={scopes.map(scope => ({
            id: scope.id,
            label: scope.label,
            items: choices.map(to => ({ id: `${scope.id}~${to}`, label: to })),
          }))}
          onAction={id => {
            const [scope = '', to = ''] = id.split('~')
            const at = scopes.find(one => one.id === scope)?.at ?? null
            onRepair({ kind: 'replace', line: at, column, value, to })
          }}
        />
      )}
      {sameAs !== undefined && (
        <Button size="small" onPress={() => onRepair({ kind: 'leaveOut', line: sameAs })}>
          {t('repair.keep', { line })}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={() => onRepair({ kind: 'leaveOut', line })}>
        {sameAs === undefined ? t('repair.leaveOut', { line }) : t('repair.keep', { line: sameAs })}
      </Button>
    </Row>
  )
}

function Changes({ preview }: { preview: RegisterPreviewWire }) {
  const t = useMessages('management.providers')
  return (
    <PlainTable
      caption={t('preview.changed')}
      isCaptionHidden
      columns={[
        {
          id: 'provider',
          header: t('columns.name'),
          cell: ({ provider }) => `${provider.instId} ${provider.publishedName}`,
          isRowHeader: true,
        },
        { id: 'field', header: t('preview.field'), cell: ({ change }) => t(`field.${change.field}`) },
        { id: 'before', header: t('preview.before'), cell: ({ change }) => change.before || t('none') },
        { id: 'after', header: t('preview.after'), cell: ({ change }) => change.after || t('none') },
      ]}
      rows={preview.changed.flatMap(({ provider, changes }) => changes.map(change => ({ provider, change })))}
      rowId={({ provider, change }) => `${provider.instId} ${change.field}`}
      isBounded
    />
  )
}

type Listed = RegisteredWire & Partial<RegisterPreviewWire['added'][number]>

/** `isNew`: with onboarding and contacts as in the file. */
function Providers({
  caption,
  providers,
  isNew = false,
}: {
  caption: string
  providers: readonly Listed[]
  isNew?: boolean
}) {
  const t = useMessages('management.providers')
  return (
    <PlainTable
      caption={caption}
      isCaptionHidden
      columns={[
        { id: 'id', header: t('columns.id'), cell: ({ instId }) => <code>{instId}</code> },
        { id: 'ukprn', header: t('columns.ukprn'), cell: ({ ukprn }) => <code>{ukprn}</code> },
        { id: 'name', header: t('columns.name'), cell: ({ name }) => name, isRowHeader: true },
        { id: 'regulator', header: t('columns.regulator'), cell: ({ regulatorCode }) => regulatorCode },
        { id: 'risk', header: t('columns.risk'), cell: ({ riskCode }) => riskCode },
        ...(isNew
          ? [
              {
                id: 'onboarded',
                header: t('field.onboarded'),
                cell: ({ becomes }: Listed) => becomes && t(becomes === 'ONBOARD' ? 'yes' : 'no'),
              },
              {
                id: 'contacts',
                header: t('contacts.title'),
                cell: ({ contacts = [] }: Listed) => contactsText(contacts) || t('none'),
              },
            ]
          : []),
      ]}
      rows={providers}
      rowId={({ instId }) => instId}
      isBounded
    />
  )
}
