import { loggedAt } from '../../../domain/dates.ts'
import { type AuditLine, listAuditLines } from '../../../domain/wire/audit.ts'
import { useAction, useResource, useServices } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Columns, DescriptionList, EventList, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { inspectSubmissionPath } from '../../common/address.ts'
import { InspectLink } from '../../common/InspectLink.tsx'
import { ActionFailure, WhenLoaded } from '../../common/Loaded.tsx'
import { deedText } from './actionText.ts'
import { ProofPanel } from './ProofPanel.tsx'

const entriesAtMost = 20

/** An open entry: everything that happened to its subject, and the entry with its proof. */
export function EntryPanel({ line }: { line: AuditLine }) {
  const t = useMessages('management.audit')
  const { subject, about } = line
  return (
    <Columns layout="halves">
      <Stack gap={3}>
        {subject !== null && <Timeline subject={subject} current={line.id} />}
        {about.path && (
          <Row>
            <LinkButton href={about.path} size="small">
              {t(`open.${about.kind}`)}
            </LinkButton>
            {about.kind === 'submission' && subject !== null && (
              <InspectLink href={inspectSubmissionPath(subject)} />
            )}
          </Row>
        )}
      </Stack>
      <Stack gap={3}>
        <DescriptionList
          items={[
            { id: 'person', term: t('entry.person'), value: <code>{line.actorId}</code> },
            ...(subject === null
              ? []
              : [{ id: 'subject', term: t('columns.subject'), value: <code>{subject}</code> }]),
            ...(line.reason === null ? [] : [{ id: 'reason', term: t('proof.reason'), value: line.reason }]),
          ]}
        />
        <ProofPanel line={line} />
      </Stack>
    </Columns>
  )
}

/** Everything that happened to a subject, the newest first. */
function Timeline({ subject, current }: { subject: string; current: number }) {
  const t = useMessages('management.audit')
  const text = useText()
  const { blob, saveBlob } = useServices()
  const query = { subject, by: 'all' as const }
  const lines = useResource(listAuditLines, { query: { ...query, limit: String(entriesAtMost) } })
  const save = useAction((_: null) => blob(listAuditLines, { query }, 'text/csv'), {
    onDone: (_, file) => saveBlob(`audit.${subject}.csv`, file),
  })
  return (
    <WhenLoaded resource={lines} loading={t('timeline.loading')} failed={t('timeline.failed')} level={0}>
      {({ lines: found, pagingMetadata: { totalResultsCount } }) => (
        <Stack gap={3}>
          <ActionFailure title={t('csvFailed')} problem={save.problem} />
          <EventList
            label={t('timeline.label')}
            events={found.map(each => ({
              id: String(each.id),
              icon: each.outcome === 'done' ? ('check' as const) : ('stop' as const),
              tone: each.outcome === 'done' ? ('neutral' as const) : ('failed' as const),
              title: t('timeline.entry', {
                deed: deedText(t, text, each),
                who: each.actorName ?? (each.actorId === 'system' ? t('system') : each.actorId),
              }),
              at: text(loggedAt(each.occurredUtc)),
              ...(each.id === current ? { hint: t('timeline.current') } : {}),
            }))}
          />
          <Row>
            <Button size="small" icon="download" isPending={save.isRunning} onPress={() => save.run(null)}>
              {t('csv', { count: totalResultsCount })}
            </Button>
          </Row>
        </Stack>
      )}
    </WhenLoaded>
  )
}
