import { loggedAt } from '../../../domain/dates.ts'
import type { IssueRow } from '../../../domain/wire/issueList.ts'
import type { Message, ToText, Translate } from '../../../messages/index.ts'
import { CellLines, type DataColumn, Dotted, Link } from '../../../ui/index.ts'
import { issuePath, monitoredProviderPath } from '../../common/address.ts'
import { choiceColumn } from '../../common/choiceColumn.tsx'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'

/** Which issues are chosen, to be explained together. */
export interface IssueChoice {
  chosen: readonly string[]
  /** Why an issue cannot be explained now, by its chart; undefined when it can. */
  refusalOf: (issue: IssueRow) => Message | undefined
  onChoose: (issueIds: readonly string[], isChosen: boolean) => void
}

const choiceOf = (
  t: Translate<'issues'>,
  text: ToText,
  { chosen, refusalOf, onChoose }: IssueChoice,
): DataColumn<IssueRow> =>
  choiceColumn({
    header: t('list.columns.choice'),
    nameOf: ({ code, regulator }) => t('list.choose', { code, regulator: regulator.name }),
    isChosen: ({ id }) => chosen.includes(id),
    refusalOf: issue => text(refusalOf(issue)),
    onChoose: (issues, isChosen) =>
      onChoose(
        issues.map(({ id }) => id),
        isChosen,
      ),
  })

/** Columns of the list of issues; a provider, whose issues they all are, needs no column of providers. */
export const issueColumns = (
  t: Translate<'issues'>,
  text: ToText,
  isProvider: boolean,
  choice: IssueChoice | undefined,
): readonly DataColumn<IssueRow>[] => [
  ...(choice ? [choiceOf(t, text, choice)] : []),
  {
    id: 'name',
    header: t('list.columns.name'),
    value: issue => issue.code,
    isRowHeader: true,
    canHide: false,
    width: 'wide',
    cell: issue => (
      <CellLines note={issue.name}>
        <Link href={issuePath(issue.id)} variant="row">
          <Dotted code={issue.code} />
        </Link>
      </CellLines>
    ),
  },
  ...(isProvider
    ? []
    : [
        {
          id: 'provider',
          header: t('list.columns.provider'),
          value: (issue: IssueRow) => `${issue.provider.instId} - ${issue.provider.name}`,
          cell: ({ provider: { instId, name } }: IssueRow) => (
            <Link href={monitoredProviderPath(instId)} variant="row">
              {instId} - {name}
            </Link>
          ),
        },
      ]),
  { id: 'collection', header: t('list.columns.collection'), value: issue => issue.collection.name },
  { id: 'regulator', header: t('list.columns.regulator'), value: issue => issue.regulator.name },
  {
    id: 'status',
    header: t('list.columns.status'),
    value: issue => issue.status.name,
    cell: issue => <IssueStatusTag status={issue.status} variant="plain" />,
  },
  {
    id: 'assignee',
    header: t('list.columns.assignee'),
    value: issue => issue.assignee,
    cell: issue =>
      issue.assignee !== null &&
      (issue.isInWork ? <CellLines note={t('list.inWork')}>{issue.assignee}</CellLines> : issue.assignee),
  },
  {
    id: 'raised',
    header: t('list.columns.raised'),
    value: issue => issue.raisedAt,
    cell: issue => text(loggedAt(issue.raisedAt)),
    kind: 'moment',
  },
  {
    id: 'updated',
    header: t('list.columns.updated'),
    value: issue => issue.updatedAt,
    cell: issue => text(loggedAt(issue.updatedAt)),
    kind: 'moment',
  },
]
