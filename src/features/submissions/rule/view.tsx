import type { ReactNode } from 'react'
import { limits } from '../../../domain/limits.ts'
import type { OrganisationType } from '../../../domain/organisation.ts'
import type { Problem } from '../../../domain/problem.ts'
import { ruleDefectAdvice, ruleDefectTag } from '../../../domain/ruleDefect.ts'
import { failurePercent, isOutsideRow } from '../../../domain/tolerance.ts'
import type { QualityRuleDetail } from '../../../domain/wire/quality.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  Columns,
  Dotted,
  EmptyState,
  formatPercentage,
  LinkButton,
  Row,
  Stack,
  StatTiles,
  StatusTag,
} from '../../../ui/index.ts'
import { Guidance } from '../../common/Guidance.tsx'
import { ActionFailure, isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFound } from '../../common/NotFound.tsx'
import { type ListNeighbours, ListWays } from '../shared/ListWays.tsx'
import { AboutRule, Uploads } from './AboutRule.tsx'
import { Records, type RecordsProps } from './Records.tsx'
import styles from './view.module.css'
import { useFileTiles, WholeFile } from './WholeFile.tsx'

export interface RuleViewProps extends RecordsProps {
  /** Kind of the organisation that reads. */
  reader: OrganisationType
  onDownload: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Why the viewer may see no single record; undefined for those who may. */
  refusal?: string | undefined
  /** Why the records cannot be downloaded; undefined when they can. */
  downloadRefusal: string | undefined
  backHref: string
  /** The ways on in the report that one came from; undefined where the rule is not in it. */
  neighbours: ListNeighbours | undefined
  /** Of the collection. */
  reference: string
  /** The provider's note to its approvers; online validation has none. */
  note: ReactNode
}

/** One quality rule and the records that fail it (specification 2 §2.10). */
export function RuleView(props: RuleViewProps) {
  const t = useMessages('submissions.rule')
  const { detail, backHref } = props
  if (props.refusal !== undefined) {
    return (
      <EmptyState
        title={t('refused.title')}
        level={2}
        icon="info"
        actions={<LinkButton href={backHref}>{t('back')}</LinkButton>}
      >
        {t('refused.text', { reason: props.refusal })}
      </EmptyState>
    )
  }
  if (isAbsent(detail)) {
    return (
      <NotFound
        title={t('notFound.title')}
        level={2}
        actions={<LinkButton href={backHref}>{t('back')}</LinkButton>}
      >
        {t('notFound.text')}
      </NotFound>
    )
  }
  return (
    <WhenLoaded resource={detail} loading={t('loading')} failed={t('table.failed')} level={2}>
      {rule => <Rule {...props} rule={rule} />}
    </WhenLoaded>
  )
}

const useRecordTiles = (rule: QualityRuleDetail) => {
  const t = useMessages('submissions.rule')
  const text = useText()
  return [
    { id: 'population', label: t('population'), value: rule.Population },
    { id: 'failed', label: t('failed'), value: rule.Failures },
    {
      id: 'percentage',
      label: t('percentage'),
      value: rule.IsRuleDefect
        ? text(ruleDefectTag)
        : formatPercentage(failurePercent(rule.Failures, rule.Population)),
    },
    { id: 'tolerance', label: t('tolerance'), value: rule.Tolerance || t('noTolerance') },
  ]
}

function Rule(props: RuleViewProps & { rule: QualityRuleDetail }) {
  const t = useMessages('submissions.rule')
  const text = useText()
  const { rule } = props
  const isOutside = isOutsideRow(rule)
  const comparesFiles = rule.Measures === 'file'
  const fileTiles = useFileTiles(rule)
  const recordTiles = useRecordTiles(rule)
  return (
    <Stack gap={3}>
      <Row justify="between">
        <LinkButton href={props.backHref} icon="arrowLeft" variant="quiet">
          {t('back')}
        </LinkButton>
        {props.neighbours && <ListWays label={t('ways')} {...props.neighbours} />}
      </Row>
      <Row justify="between" align="start">
        <Row gap={3}>
          <h2 className={styles.name}>{rule.Name}</h2>
          <StatusTag tone={isOutside ? 'failed' : 'good'}>{isOutside ? t('outside') : t('inside')}</StatusTag>
          <code className={styles.code}>
            <Dotted code={rule.Code} />
          </code>
        </Row>
        <Button
          icon="download"
          isPending={props.isDownloading}
          disabledReason={props.downloadRefusal}
          onPress={props.onDownload}
        >
          {!comparesFiles && rule.Failures > limits.ruleDetailDirectCsv ? t('downloadAll') : t('download')}
        </Button>
      </Row>
      {rule.IsRuleDefect && (
        <Banner tone="attention" title={text(ruleDefectTag)}>
          <p>{text(ruleDefectAdvice(props.reader))}</p>
        </Banner>
      )}
      <ActionFailure title={t('downloadFailed')} problem={props.downloadProblem} />
      <StatTiles label={rule.Code} tiles={comparesFiles ? fileTiles : recordTiles} />
      <Columns layout="main-side">
        {comparesFiles ? <WholeFile rule={rule} /> : <Records {...props} />}
        <Stack gap={4}>
          <AboutRule rule={rule} />
          {rule.validation.Guidance && rule.validation.Guidance.length > 0 && (
            <Card title={t('guidanceTitle')}>
              <Guidance blocks={rule.validation.Guidance} reference={props.reference} level={3} />
            </Card>
          )}
          <Uploads rule={rule} />
          {props.note}
        </Stack>
      </Columns>
    </Stack>
  )
}
