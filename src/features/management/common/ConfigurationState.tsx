import { type ConfigurationPlace, configurationPlaceLabel } from '../../../domain/deliveryConfiguration.ts'
import { useText } from '../../../messages/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'

const tones: Readonly<Record<ConfigurationPlace, Tone>> = {
  NONE: 'neutral',
  ENABLED: 'good',
  DISABLED: 'neutral',
  DELETED: 'neutral',
}

/** How a delivery configuration stands. */
export function ConfigurationState({ state }: { state: ConfigurationPlace }) {
  const text = useText()
  return <StatusTag tone={tones[state]}>{text(configurationPlaceLabel(state))}</StatusTag>
}
