import type { SchemaFinding, WellFormednessError } from '../../../machines/upload/contract.ts'
import { Disclosure } from '../../../ui/accordion/index.ts'
import { DescriptionList } from '../../../ui/description-list/index.ts'
import { Hidden } from '../../../ui/hidden/index.ts'
import { Stack } from '../../../ui/layout/index.ts'
import styles from './CheckResult.module.css'
import { texts } from './texts.ts'

/** Where and why the file is not well-formed XML (specification 2 §5). */
export function Fault({ error }: { error: WellFormednessError }) {
  const { code, message, line, column } = error
  const words = texts.validationFault
  return (
    <Stack gap={3}>
      <Hidden>
        <span role="alert">{texts.validationFailed}</span>
      </Hidden>
      <DescriptionList
        items={[
          { id: 'code', term: words.code, value: <code>{code}</code> },
          { id: 'message', term: words.message, value: message },
          { id: 'line', term: words.line, value: line.toLocaleString('en-GB') },
          { id: 'column', term: words.column, value: column.toLocaleString('en-GB') },
        ]}
      />
      <p>{texts.validationHelp}</p>
    </Stack>
  )
}

/** What does not fit the schema, found before anything is sent. */
export function Findings({ findings, total }: { findings: readonly SchemaFinding[]; total: number }) {
  return (
    <Stack gap={2}>
      <p>{texts.findings.text}</p>
      <Disclosure title={texts.findings.show}>
        <ul className={styles.findings} data-plain>
          {findings.map(finding => (
            <li key={`${finding.line}:${finding.column}:${finding.code}:${finding.path}`}>
              <span className={styles.place}>{texts.findings.place(finding.line, finding.column)}</span>
              <span>
                {finding.message} <code>{finding.path}</code>
              </span>
            </li>
          ))}
        </ul>
        {total > findings.length && <p>{texts.findings.more(findings.length, total)}</p>}
      </Disclosure>
    </Stack>
  )
}
