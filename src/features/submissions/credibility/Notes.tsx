import { Stack } from '../../../ui/index.ts'

/** Notes come as lines of plain text. */
export function Notes({ text }: { text: string }) {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0) return null
  return (
    <Stack gap={1}>
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </Stack>
  )
}
