import { approvalLabel } from '../../../domain/labels.ts'
import type { ApprovalStatusName } from '../../../domain/status.ts'
import type { ShadedFigures, SubmitFindings } from '../../../domain/submitFindings.ts'
import type { KeyFigure, QualityRuleRow } from '../../../domain/wire/quality.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, formatCount, LinkButton, PartMark, PartsBar, Stack } from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { type Comparison, type CountLine, CountsTable } from './CountsTable.tsx'
import styles from './ForApprovers.module.css'

export interface ForApproversProps {
  findings: Loaded<SubmitFindings<QualityRuleRow>>
  /** Who approves, in order. */
  approvals: readonly ApprovalStatusName[]
  /** Open issues of the provider in the collection; undefined where they are not known. */
  openIssues: number | undefined
  /** Students and what rules measure of the whole file; undefined while it loads. */
  figures: readonly KeyFigure[] | undefined
  /** The upload before; undefined where there is none with results. */
  comparison: Comparison | undefined
  /** Undefined while the credibility reports load. */
  credibility: ShadedFigures | undefined
  credibilityHref: string
  unexplainedHref: string
  issuesHref: string
  /** The findings on one page, to be printed. */
  sheetHref: string
  /** Whether the system makes an issue for each rule that has none, when the submission is submitted (decisions §11). */
  makesIssues?: boolean
}

/** What the approvers will see: rules outside tolerance by whether they are explained, issues, students. */
export function ForApprovers(props: ForApproversProps) {
  const t = useMessages('submissions.submit')
  const text = useText()
  const { findings, approvals } = props
  return (
    <Card
      title={t('approvers.title')}
      actions={
        <LinkButton href={props.sheetHref} size="small" variant="quiet">
          {t('approvers.sheet')}
        </LinkButton>
      }
      hint={approvals.map(status => text(approvalLabel(status))).join(`, ${t('approvers.then')} `)}
    >
      <WhenLoaded
        resource={findings}
        loading={t('approvers.loading')}
        failed={t('approvers.failed')}
        sketch="rows"
      >
        {found => <Found {...props} found={found} />}
      </WhenLoaded>
    </Card>
  )
}

/** Full-time equivalents are told to one decimal. */
const rounded = (value: number): number => Math.round(value * 10) / 10

function Found({ found, ...props }: ForApproversProps & { found: SubmitFindings<QualityRuleRow> }) {
  const t = useMessages('submissions.submit')
  const [blocking, unexplained, withIssue] = [
    found.blocking.length,
    found.unexplained.length,
    found.withIssue.length,
  ]
  const { comparison, credibility } = props
  const lines: CountLine[] = [
    { id: 'blocking', finding: t('approvers.blocking'), count: blocking, before: found.before?.blocking },
    {
      id: 'others',
      finding: t('approvers.others'),
      count: unexplained + withIssue,
      before: found.before?.others,
    },
    {
      id: 'unexplained',
      finding: t('approvers.unexplained'),
      count: unexplained,
      action: unexplained > 0 ? { text: t('approvers.explain'), href: props.unexplainedHref } : undefined,
    },
    ...(props.openIssues === undefined
      ? []
      : [
          {
            id: 'openIssues',
            finding: t('approvers.openIssues'),
            count: props.openIssues,
            action:
              props.openIssues > 0 ? { text: t('approvers.readIssues'), href: props.issuesHref } : undefined,
          },
        ]),
    {
      id: 'overrides',
      finding: t('approvers.overrides'),
      count: found.overridesRequested,
      action: found.overridesRequested > 0 ? { text: t('approvers.overridesHint') } : undefined,
    },
    ...(credibility
      ? [
          {
            id: 'credibility',
            finding: t('approvers.credibility'),
            count: credibility.cells,
            action:
              credibility.reports > 0
                ? { text: t('approvers.reports', { ...credibility }), href: props.credibilityHref }
                : undefined,
          },
        ]
      : []),
    ...(props.figures ?? []).flatMap(({ code, of, now, before, lastYear }) =>
      now === null
        ? []
        : [
            {
              id: code ?? 'students',
              finding: of,
              count: rounded(now),
              before: before === null ? undefined : rounded(before),
              action:
                lastYear === null
                  ? undefined
                  : { text: t('approvers.lastYear', { value: formatCount(rounded(lastYear)) }) },
            },
          ],
    ),
  ]
  const parts = [
    { id: 'blocking', value: blocking, tone: 'failed' },
    { id: 'unexplained', value: unexplained, tone: 'failedSoft' },
    { id: 'withIssue', value: withIssue, tone: 'good' },
  ] as const
  const outside = t('approvers.outside', { outside: found.outside, rules: found.rules })
  return (
    <Stack gap={3}>
      <p>{outside}</p>
      {found.outside > 0 && (
        <>
          <PartsBar label={t('approvers.bar', { blocking, unexplained, withIssue })} parts={parts} isWide />
          <ul className={styles.legend} data-plain>
            {parts.map(({ id, value, tone }) => (
              <li key={id}>
                <PartMark tone={tone} />
                {t(`approvers.parts.${id}`, { count: value })}
              </li>
            ))}
          </ul>
        </>
      )}
      <CountsTable lines={lines} compared={comparison} />
      {unexplained > 0 && props.makesIssues && <p>{t('approvers.makesIssues')}</p>}
    </Stack>
  )
}
