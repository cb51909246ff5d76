import type { WellFormednessError } from '../../../machines/upload/contract.ts'
import { DescriptionList, Hidden, Stack } from '../../../ui/index.ts'
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
