import { Card, FileButton, Stack } from '../../../ui/index.ts'

/** The columns of a table that can be imported, and the button that chooses its file. */
export function FileToImport({
  title,
  hint,
  needed,
  optional,
  accept,
  isNext,
  label,
  onFile,
}: {
  title: string
  hint: string
  needed: { text: string; columns: readonly string[] }
  optional: { text: string; columns: readonly string[] }
  accept: readonly string[]
  /** Whether to choose a file is what comes next. */
  isNext: boolean
  label: string
  onFile: (file: File) => void
}) {
  return (
    <Card title={title} hint={hint}>
      <Stack gap={3}>
        {[needed, optional].map(({ text, columns }) => (
          <Stack key={text} gap={3}>
            <p>{text}</p>
            <p>
              <code translate="no">{columns.join(', ')}</code>
            </p>
          </Stack>
        ))}
        <div>
          <FileButton variant={isNext ? 'primary' : 'secondary'} accept={[...accept]} onFile={onFile}>
            {label}
          </FileButton>
        </div>
      </Stack>
    </Card>
  )
}
