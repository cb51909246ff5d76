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

/** A whole number of a range, by pointer or arrow keys. The browser's own control, which every reader knows. */
export function Slider({ label, min, max, value, valueText, onChange }: SliderProps) {
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={1}
      value={value}
      onChange={event => onChange(event.currentTarget.valueAsNumber)}
    />
  )
}
