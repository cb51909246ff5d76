import { changeUnit } from '../../../domain/allowance.ts'
import { uploadedAt } from '../../../domain/dates.ts'
import type { QualityRuleDetail } from '../../../domain/wire/quality.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  DescriptionList,
  Disclosure,
  formatCount,
  Link,
  Sparkline,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { useMeasured } from '../../common/useMeasured.ts'
import styles from './view.module.css'

/** Guidance is written by people: only web addresses become links. */
const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\//i.test(address)

const tones = { passes: 'good', fails: 'failed', outside: 'neutral', measures: 'neutral' } as const

/** The rule in words, its examples, and its SQL for who wants it. */
export function AboutRule({ rule }: { rule: QualityRuleDetail }) {
  const t = useMessages('submissions.rule')
  const { Description, GuidanceUrl, Version, Examples, Sql } = rule.validation
  return (
    <Card title={t('validation')}>
      <Stack gap={3}>
        <p>{Description}</p>
        <DescriptionList
          layout="grid"
          items={[
            {
              id: 'regulator',
              term: t('regulator'),
              value: `${rule.Regulator.name} (${rule.Regulator.code})`,
            },
            { id: 'version', term: t('version'), value: Version },
          ]}
        />
        {Examples.length > 0 && (
          <Disclosure title={t('examples.title', { count: Examples.length })}>
            <ul className={styles.examples} data-plain>
              {Examples.map(({ says, sets, because }) => (
                <li key={`${says} ${sets} ${because}`}>
                  <StatusTag tone={tones[says]} variant="plain">
                    {t(`examples.${says}`)}
                  </StatusTag>
                  <code>{sets || t('examples.usual')}</code>
                  {because !== '' && <span className={styles.quiet}>{because}</span>}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        {Sql.fails !== '' && (
          <Disclosure title={t('sql.title')}>
            <p className={styles.quiet}>{t('sql.population')}</p>
            <pre className={styles.sql}>{Sql.population}</pre>
            <p className={styles.quiet}>
              {rule.Measures === 'file'
                ? t('sql.measures', { unit: changeUnit(rule.Compared?.change) })
                : t('sql.fails')}
            </p>
            <pre className={styles.sql}>{Sql.fails}</pre>
          </Disclosure>
        )}
        {isWebAddress(GuidanceUrl) && (
          <Link href={GuidanceUrl} isExternal>
            {t('guidance')}
          </Link>
        )}
      </Stack>
    </Card>
  )
}

/** How the rule went in the last uploads, as a line and as figures. */
export function Uploads({ rule }: { rule: QualityRuleDetail }) {
  const t = useMessages('submissions.rule')
  const text = useText()
  const measured = useMeasured()
  if (rule.Uploads.length < 2) return null
  const figure = (value: number) =>
    rule.Measures === 'file' ? measured(value, rule.Compared?.change ?? null) : formatCount(value)
  const values = rule.Uploads.map(({ Failed }) => Failed)
  return (
    <Card title={t('uploads.title')}>
      <Stack gap={3}>
        <Sparkline
          values={values}
          label={t('uploads.picture', {
            values: values.map(value => (value === null ? t('uploads.none') : figure(value))).join(', '),
          })}
        />
        <DescriptionList
          layout="grid"
          items={rule.Uploads.toReversed().map(({ submissionId, uploadedDate, Failed }) => ({
            id: submissionId,
            term: text(uploadedAt(uploadedDate)),
            value: Failed === null ? t('uploads.none') : figure(Failed),
          }))}
        />
      </Stack>
    </Card>
  )
}
