import { useParams } from 'react-router'
import { workbookType } from '../../../domain/wire/call.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import {
  changeTolerances,
  getSpecification,
  listTolerances,
  type SpecificationWire,
  type ToleranceWire,
} from '../../../domain/wire/specifications.ts'
import { useChoice } from '../../../hooks/choice.ts'
import {
  PageTitle,
  useAction,
  useDraftGuard,
  useResource,
  useServices,
  useTable,
} from '../../../hooks/index.ts'
import { useRuleEditor } from '../../../hooks/ruleEditor.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { toleranceEditorMachine } from '../../../machines/tolerance-editor/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { notify, Page, PageHeader } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { draftPlace } from '../common/draftPlaces.ts'
import { reasonField } from '../specification/EditorFoot.tsx'
import { sentOf, tableFields } from './fields.ts'
import { type ExportFormat, TolerancesView } from './view.tsx'

const formats = { csv: 'text/csv', xlsx: workbookType } as const

/** Route `/management/specifications/specs/{spec}/tolerances` (decisions §18): the tolerances of all rules in one table. */
export function Component() {
  const t = useMessages('management.tolerances')
  const { spec = '' } = useParams()
  const refreshOn = (message: LiveMessage) =>
    message.type === 'COLLECTION' ||
    (message.type === 'SPECIFICATION' && String(message.specificationId) === spec)
  const specification = useResource(getSpecification, { path: { id: spec } }, { refreshOn })
  const list = useResource(listTolerances, { path: { id: spec } }, { refreshOn })
  return (
    <WhenLoaded resource={specification} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {given =>
        list.data ? (
          <Tolerances
            specification={given}
            version={list.data.version}
            rows={list.data.tolerances}
            onSaved={() => list.refresh()}
          />
        ) : (
          <Page header={<PageHeader title={t('title', { version: given.version })} />}>
            <PageTitle title={t('title', { version: given.version })} />
            <WhenLoaded resource={list} loading={t('loading')} failed={t('failed')} sketch="rows" level={2}>
              {() => null}
            </WhenLoaded>
          </Page>
        )
      }
    </WhenLoaded>
  )
}

function Tolerances({
  specification,
  version,
  rows,
  onSaved,
}: {
  specification: SpecificationWire
  /** Number of the last event of the specification when the rows were read. */
  version: number
  rows: readonly ToleranceWire[]
  onSaved: () => void
}) {
  const t = useMessages('management.tolerances')
  const text = useText()
  const { blob, call, saveBlob } = useServices()
  const { id } = specification
  const path = { id: String(id) }
  const place = draftPlace(id, 'all', 'tolerances')
  useDraftGuard(place)
  const { fields, stored } = tableFields(rows)
  const editor = useRuleEditor(
    toleranceEditorMachine,
    { place, fields: [...fields, reasonField], stored: { ...stored, [reasonField.id]: '' } },
    entered =>
      call(changeTolerances, {
        path,
        body: {
          version,
          reason: entered[reasonField.id] ?? '',
          tolerances: sentOf(rows, { entered, stored }),
        },
      }),
    ({ changedRules }) => {
      notify({ tone: 'good', title: t('saved', { count: changedRules }) })
      onSaved()
    },
  )
  const exported = useAction((format: ExportFormat) => blob(listTolerances, { path }, formats[format]), {
    onDone: (format, file) => saveBlob(`tolerances.${specification.version}.${format}`, file),
    onFailed: ({ reason }) => notify({ tone: 'failed', title: t('export.failed'), text: text(reason) }),
  })
  return (
    <>
      <PageTitle title={t('title', { version: specification.version })} />
      <TolerancesView
        specification={specification}
        rows={rows}
        editor={editor}
        table={useTable('tolerances', tableDefaults({ pageSize: 25, hidden: ['population'] }))}
        choice={useChoice()}
        exported={exported}
      />
    </>
  )
}
