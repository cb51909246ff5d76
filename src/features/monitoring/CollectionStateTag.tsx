import { StatusTag, type Tone } from '../../ui/index.ts'

const tones: Record<string, Tone> = {
  Open: 'good',
  'Historic amendment': 'attention',
  Validation: 'waiting',
}

/** A collection's state by colour, icon and word. */
export function CollectionStateTag({ state }: { state: string }) {
  return (
    <StatusTag tone={tones[state] ?? 'neutral'} variant="plain">
      {state}
    </StatusTag>
  )
}
