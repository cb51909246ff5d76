import { loggedAt, uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import type { SubmitFindings } from '../../../domain/submitFindings.ts'
import type { QualityRuleRow } from '../../../domain/wire/quality.ts'
import { useServices } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Dialog, formatCount, formatPercentage, PlainTable, Stack } from '../../../ui/index.ts'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { useMeasured } from '../../common/useMeasured.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import { type Findings, useFindings } from '../shared/useFindings.ts'
import styles from './FindingsSheet.module.css'
import { type RuleLine, ruleLines } from './rows.ts'

/** As many rules, each on two lines, leave room for the rest of the sheet. */
const mostRules = 14

export interface FindingsSheetProps {
  page: SubmissionPageContext
  submission: KnownSubmission
  onClose: () => void
}

/** The findings of a file on one sheet of A4, for people who sign and do not use the portal. Only the sheet is printed. */
export function FindingsSheet({ page, submission, onClose }: FindingsSheetProps) {
  const t = useMessages('submissions.qualityParts')
  const found = useFindings(page, submission)
  return (
    <Dialog
      title={t('sheet.title')}
      isOpen
      onClose={onClose}
      size="large"
      actions={
        <>
          <Button onPress={onClose}>{t('sheet.close')}</Button>
          <Button
            variant="primary"
            disabledReason={found.findings?.data ? undefined : t('sheet.loading')}
            onPress={() => window.print()}
          >
            {t('sheet.print')}
          </Button>
        </>
      }
    >
      {found.findings && (
        <WhenLoaded
          resource={found.findings}
          loading={t('sheet.loading')}
          failed={t('sheet.failed')}
          sketch="rows"
        >
          {findings => <Sheet {...found} found={findings} page={page} submission={submission} />}
        </WhenLoaded>
      )}
    </Dialog>
  )
}

interface SheetProps extends Omit<Findings, 'findings'>, Pick<FindingsSheetProps, 'page' | 'submission'> {
  found: SubmitFindings<QualityRuleRow>
}

function Sheet({ found, page, submission, ...more }: SheetProps) {
  const t = useMessages('submissions.qualityParts')
  const text = useText()
  const { now } = useServices()
  const { blocking, unexplained, withIssue } = found
  const rules = ruleLines([...blocking, ...unexplained, ...withIssue])
  const parts = (['blocking', 'withIssue', 'unexplained'] as const)
    .filter(part => found[part].length > 0)
    .map(part => t(`sheet.parts.${part}`, { count: found[part].length }))
    .join(', ')
  return (
    <article className={styles.sheet} data-sheet>
      <Stack gap={3}>
        <header className={styles.head}>
          <div>
            <h3 className={styles.title}>{submission.provider.name}</h3>
            <p>
              {t('sheet.of', {
                collection: `${submission.collection.name} (${submission.collection.reference})`,
              })}
            </p>
          </div>
          <p className={styles.facts}>
            {shownFileName(submission.fileName)}
            <br />
            {t('sheet.uploaded', { at: text(uploadedAt(submission.uploaded)) })}
            <br />
            {t('sheet.made', { at: text(loggedAt(new Date(now()).toISOString())) })}
          </p>
        </header>
        <p className={styles.sentence}>
          {t('sheet.sentence', { outside: found.outside, rules: found.rules, parts: parts || 'none' })}{' '}
          {found.before &&
            more.comparison &&
            t('sheet.before', {
              count: found.before.blocking + found.before.others,
              day: more.comparison.label,
            })}
        </p>
        <dl className={styles.states}>
          <dt>{t('sheet.status')}</dt>
          <dd>
            <SubmissionStatus status={submission.status} variant="plain" />
          </dd>
          {more.credibility && (
            <>
              <dt>{t('sheet.credibility')}</dt>
              <dd>{t('sheet.cells', { ...more.credibility })}</dd>
            </>
          )}
        </dl>
        {rules.length > 0 && <Rules rules={rules.slice(0, mostRules)} page={page} />}
        {rules.length > mostRules && <p>{t('sheet.more', { count: rules.length - mostRules })}</p>}
        {more.figures && <Figures figures={more.figures} />}
      </Stack>
    </article>
  )
}

function Rules({ rules, page }: { rules: readonly RuleLine[]; page: SubmissionPageContext }) {
  const t = useMessages('submissions.qualityParts')
  const measured = useMeasured()
  const blocks = page.page.hasTag('handedOver') ? t('sheet.operational') : t('sheet.blocks')
  return (
    <PlainTable
      stacks
      caption={t('sheet.rules')}
      rows={rules}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'rule',
          header: t('sheet.columns.rule'),
          isRowHeader: true,
          cell: ({ name, code }) => (
            <>
              {name}
              <span className={styles.code}>{code}</span>
            </>
          ),
        },
        {
          id: 'failures',
          header: t('sheet.columns.failures'),
          kind: 'number',
          cell: ({ comparesFiles, failures }) => (comparesFiles ? '' : formatCount(failures)),
        },
        {
          id: 'value',
          header: t('sheet.columns.value'),
          kind: 'number',
          cell: ({ comparesFiles, measuredPercent, measuredIn, percentage, isRuleDefect }) => {
            if (isRuleDefect) return ''
            if (!comparesFiles) return formatPercentage(percentage)
            return measuredPercent === null ? t('sheet.unmeasured') : measured(measuredPercent, measuredIn)
          },
        },
        { id: 'tolerance', header: t('sheet.columns.tolerance'), cell: ({ tolerance }) => tolerance },
        {
          id: 'issue',
          header: t('sheet.columns.issue'),
          cell: ({ issue, isOperational }) =>
            issue ? (
              <IssueStatusTag status={issue.status} variant="plain" />
            ) : isOperational ? (
              blocks
            ) : (
              t('sheet.noIssue')
            ),
        },
      ]}
    />
  )
}

function Figures({ figures }: { figures: NonNullable<Findings['figures']> }) {
  const t = useMessages('submissions.qualityParts')
  const shown = (value: number | null): string =>
    value === null ? t('sheet.none') : formatCount(Math.round(value * 10) / 10)
  return (
    <PlainTable
      stacks
      caption={t('sheet.figures')}
      rows={figures.filter(({ now }) => now !== null)}
      rowId={({ code }) => code ?? 'students'}
      columns={[
        { id: 'of', header: t('sheet.columns.of'), isRowHeader: true, cell: ({ of }) => of },
        { id: 'now', header: t('sheet.columns.now'), kind: 'number', cell: ({ now }) => shown(now) },
        {
          id: 'before',
          header: t('sheet.columns.before'),
          kind: 'number',
          cell: ({ before }) => shown(before),
        },
        {
          id: 'lastYear',
          header: t('sheet.columns.lastYear'),
          kind: 'number',
          cell: ({ lastYear }) => shown(lastYear),
        },
      ]}
    />
  )
}
