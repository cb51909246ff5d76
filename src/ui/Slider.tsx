import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import styles from './Slider.module.css'

export interface SliderProps {
  label: string
  min: number
  max: number
  value: number
  /** The value in words, read out in place of the number. */
  valueText: string
  onChange: (value: number) => void
}

/** A whole number of a range, by pointer or arrow keys. */
export function Slider({ label, min, max, value, valueText, onChange }: SliderProps) {
  return (
    <AriaSlider
      className={styles.slider ?? ''}
      aria-label={label}
      minValue={min}
      maxValue={max}
      value={value}
      onChange={onChange}
    >
      <SliderTrack className={styles.track ?? ''}>
        {({ state }) => {
          // The thumb reads its value out by this word of the state, which the library makes of numbers only.
          state.getThumbValueLabel = () => valueText
          return <SliderThumb className={styles.thumb ?? ''} />
        }}
      </SliderTrack>
    </AriaSlider>
  )
}
