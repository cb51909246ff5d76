import { bytes } from '../../../domain/bytes.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { actionLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { RegulatorOutput } from '../../../domain/wire/additionalReports.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  EmptyState,
  Link,
  type PlainColumn,
  PlainTable,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'

export interface OutputsViewProps {
  outputs: Loaded<RegulatorOutput[]>
  download: {
    run: (output: RegulatorOutput) => void
    /** Key of the output under way. */
    pending: string | undefined
    problem: Problem | undefined
  }
  /** Has all of them made again; undefined for who may not. */
  again:
    | {
        run: (outputs: readonly RegulatorOutput[]) => void
        isPending: boolean
        /** The job that makes them. */
        jobId: string | undefined
        problem: Problem | undefined
      }
    | undefined
}

/** IRIS: what was made of the submission for its regulator, as files. */
export function OutputsView({ outputs, download, again }: OutputsViewProps) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  const columns = useColumns(download)
  return (
    <Stack gap={4}>
      <Row justify="between">
        <p>{t('iris.about')}</p>
        {again && (
          <Button
            icon="refresh"
            onPress={() => again.run(outputs.data ?? [])}
            isPending={again.isPending}
            disabledReason={outputs.data?.length ? undefined : t('none')}
          >
            {text(actionLabel('REPROCESSED'))}
          </Button>
        )}
      </Row>
      {again?.jobId !== undefined && (
        <Banner tone="waiting" title={t('iris.asked')} announced="status">
          <Link href={`/iris-reprocessing?job=${again.jobId}`}>{t('iris.follow')}</Link>
        </Banner>
      )}
      <ActionFailure title={t('iris.againFailed')} problem={again?.problem} hasReason />
      <ActionFailure title={t('downloadFailed')} problem={download.problem} />
      <WhenLoaded resource={outputs} loading={t('loading')} failed={t('none')} level={3} sketch="rows">
        {list =>
          list.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <PlainTable
              caption={t('iris.outputs')}
              isCaptionHidden
              columns={columns}
              rows={list}
              rowId={({ key }) => key}
            />
          )
        }
      </WhenLoaded>
    </Stack>
  )
}

const useColumns = (download: OutputsViewProps['download']): PlainColumn<RegulatorOutput>[] => {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  return [
    {
      id: 'title',
      header: t('iris.columns.title'),
      isRowHeader: true,
      cell: ({ title, notes }) => (
        <>
          {title}
          {notes.map(note => (
            <p key={note}>{note}</p>
          ))}
        </>
      ),
    },
    { id: 'file', header: t('iris.columns.file'), cell: ({ fileName }) => <code>{fileName}</code> },
    {
      id: 'produced',
      header: t('iris.columns.produced'),
      cell: ({ producedAt }) => text(loggedAt(producedAt)),
    },
    { id: 'size', header: t('iris.columns.size'), kind: 'number', cell: ({ size }) => text(bytes(size)) },
    {
      id: 'download',
      header: t('iris.columns.download'),
      cell: output => (
        <Button
          size="small"
          icon="download"
          isPending={download.pending === output.key}
          aria-label={t('iris.download', { title: output.title })}
          onPress={() => download.run(output)}
        >
          {t('download')}
        </Button>
      ),
    },
  ]
}
