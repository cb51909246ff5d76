import { changeUnit } from '../../../domain/allowance.ts'
import { bytes } from '../../../domain/bytes.ts'
import {
  askableParties,
  closingResolutions,
  issueStatusLabel,
  openIssueStatuses,
} from '../../../domain/issue.ts'
import { issueTurn } from '../../../domain/issueThread.ts'
import { limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import { product } from '../../../domain/product.ts'
import { toleranceFault, toleranceHelp, toleranceKindOf } from '../../../domain/ruleConfiguration.ts'
import type { IssueWire } from '../../../domain/wire/issues.ts'
import { useViewer } from '../../../hooks/index.ts'
import { issueEventMessage } from '../../../machines/issue/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import type { Key } from '../../../messages/message.ts'
import {
  Button,
  Card,
  Form,
  FormField,
  FormFiles,
  RadioChoice,
  Row,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { LastExplanation } from '../../common/LastExplanation.tsx'
import { ActionFailure } from '../../common/Loaded.tsx'
import type { IssueAction, OfferedIssueAction } from './offered.ts'
import { fields } from './sending.ts'

/** What stands over the text of each action; undefined where it needs none, `isRequired` where it cannot do without. */
const texts = {
  RETRY: undefined,
  COMMENT: { label: 'write.text', isRequired: true },
  EXPLAIN: { label: 'write.explanation', isRequired: true },
  ASSIGN: undefined,
  START_WORK: undefined,
  REQUEST_OVERRIDE: { label: 'write.reason', isRequired: true },
  APPROVE_OVERRIDE: { label: 'write.note', isRequired: false },
  DECLINE_OVERRIDE: { label: 'write.declineNote', isRequired: true },
  WITHDRAW: { label: 'write.note', isRequired: false },
  CLOSE: { label: 'write.note', isRequired: false },
  REOPEN: { label: 'write.note', isRequired: false },
} as const satisfies Record<IssueAction, { label: Key<'issues'>; isRequired: boolean } | undefined>

const takesFiles: readonly IssueAction[] = ['COMMENT', 'EXPLAIN']

/** Value of `to` in the address that takes an issue from whom it is assigned to. */
export const nobody = '-'

/** Value of `use` in the address. */
export const lastYear = 'last-year'

/** What the reader has chosen; it stands in the address. */
export interface Choices {
  action: IssueAction
  awaits: (typeof askableParties)[number] | undefined
  resolution: (typeof closingResolutions)[number]
  /** User to whom it is to be assigned. */
  assignee: string | undefined
  /** Whether the explanation begins with that of last year. */
  usesLast: boolean
  /** What the explanation is about, where a figure of a report was chosen. */
  about: string | undefined
}

export interface ComposerProps {
  issue: IssueWire
  offered: readonly OfferedIssueAction[]
  /** To whom it can be assigned; empty until it is known. */
  colleagues: readonly { userId: string; name: string }[]
  choices: Choices
  onChoose: (name: 'do' | 'ask' | 'resolution' | 'use' | 'to', value: string) => void
  onSend: (entered: FormData) => void
  isSending: boolean
  problem: Problem | undefined
}

/** The one place in which something is done with an issue: what may be done is said by its chart. */
export function Composer(props: ComposerProps) {
  const t = useMessages('issues')
  const text = useText()
  const { principal, refusal: rightRefusal } = useViewer()
  const noRight = text(rightRefusal('collections.comment-on-issue'))
  const { issue, offered, choices, onChoose } = props
  if (offered.length === 0)
    return (
      <Card title={t('write.title')}>
        <p>{t('write.nothing')}</p>
        {noRight !== undefined && <p>{noRight}</p>}
      </Card>
    )
  const { action } = choices
  const effectOf = (type: IssueAction, leadsTo: OfferedIssueAction['leadsTo']): string => {
    if (type === 'COMMENT' || type === 'CLOSE' || type === 'APPROVE_OVERRIDE')
      return t(`write.effects.${type}`)
    if (leadsTo === undefined) return t('write.stays')
    return openIssueStatuses().includes(leadsTo)
      ? t('write.effect', {
          turn: t(`turn.${issueTurn(leadsTo, principal, true)}`, { product: product.name }),
        })
      : t('write.closes', { status: text(issueStatusLabel(leadsTo)) })
  }
  const written = texts[action]
  const refusal = offered.find(({ type }) => type === action)?.refusal
  return (
    <Card title={t('write.title')}>
      <Stack gap={3}>
        <RadioChoice
          label={t('write.action')}
          value={action}
          onChange={value => onChoose('do', value)}
          options={offered.map(({ type, refusal: reason, leadsTo }) => ({
            id: type,
            label: text(issueEventMessage(type)),
            hint: effectOf(type, leadsTo),
            ...(reason ? { disabledReason: text(reason) } : {}),
          }))}
        />
        <Row gap={3} align="end">
          {action === 'COMMENT' && (
            <Select
              label={t('write.awaits.label')}
              value={choices.awaits ?? 'nobody'}
              onChange={value => onChoose('ask', value)}
              options={(['nobody', ...askableParties] as const).map(id => ({
                id,
                label: id === 'agency' ? product.name : t(`write.awaits.${id}`),
              }))}
            />
          )}
          {action === 'ASSIGN' && (
            <Select
              label={t('write.assignee.label')}
              value={choices.assignee ?? nobody}
              onChange={value => onChoose('to', value)}
              options={[
                { id: nobody, label: t('write.assignee.nobody') },
                ...props.colleagues.map(({ userId, name }) => ({ id: userId, label: name })),
              ]}
            />
          )}
          {action === 'CLOSE' && (
            <Select
              label={t('write.resolution.label')}
              value={choices.resolution}
              onChange={value => onChoose('resolution', value)}
              options={closingResolutions.map(id => ({ id, label: t(`write.resolution.${id}`) }))}
            />
          )}
        </Row>
        {action === 'EXPLAIN' && issue.lastExplanation && (
          <LastExplanation last={issue.lastExplanation} onUse={() => onChoose('use', lastYear)} />
        )}
        <Form
          key={`${action} ${issue.version} ${choices.usesLast}`}
          label={text(issueEventMessage(action))}
          onSubmit={entered => refusal === undefined && props.onSend(entered)}
        >
          {action === 'REQUEST_OVERRIDE' && <ToleranceFields issue={issue} />}
          {written && (
            <FormField
              name={fields.text}
              label={t(written.label)}
              isRequired={written.isRequired}
              maxLength={limits.issueText}
              kind="lines"
              defaultValue={action === 'EXPLAIN' ? explanationBegins(issue, choices) : undefined}
            />
          )}
          {takesFiles.includes(action) && (
            <FormFiles
              name={fields.files}
              label={t('write.files')}
              description={t('write.filesHint', {
                count: limits.issueAttachments,
                size: text(bytes(limits.issueAttachmentBytes)),
              })}
            />
          )}
          <Button type="submit" variant="primary" isPending={props.isSending} disabledReason={text(refusal)}>
            {text(issueEventMessage(action))}
          </Button>
        </Form>
        <ActionFailure title={t('write.failed')} problem={props.problem} hasReason />
      </Stack>
    </Card>
  )
}

/** An explanation begins with that of last year, or names the figure that it is about. */
const explanationBegins = (issue: IssueWire, { usesLast, about }: Choices): string | undefined =>
  usesLast ? issue.lastExplanation?.text : about && `${about}: `

/** One value for each part of the rule's tolerance, or two where it is a range; each is judged when it is left. */
function ToleranceFields({ issue }: { issue: IssueWire }) {
  const t = useMessages('issues')
  const text = useText()
  const unit = changeUnit(issue.tolerance?.measuredIn)
  return (issue.tolerance?.parts ?? []).map(({ toleranceTypeId, toleranceFrom, toleranceTo }, part) => {
    const kind = toleranceKindOf(toleranceTypeId)
    const from = {
      name: fields.from(part),
      isRequired: true,
      kind: 'number' as const,
      defaultValue: String(toleranceFrom),
      ...(kind && {
        description: text(toleranceHelp(kind)),
        validate: (entered: string) => text(toleranceFault(kind, entered)),
      }),
    }
    if (toleranceTo === null)
      return (
        <FormField
          key={from.name}
          {...from}
          label={kind === 'count' ? t('write.tolerance.records') : t('write.tolerance.percentage')}
        />
      )
    return (
      <Row key={from.name} gap={3}>
        <FormField {...from} label={t('write.tolerance.from', { unit })} />
        <FormField
          {...from}
          name={fields.to(part)}
          defaultValue={String(toleranceTo)}
          label={t('write.tolerance.to', { unit })}
        />
      </Row>
    )
  })
}
