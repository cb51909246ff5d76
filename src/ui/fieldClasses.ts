import styles from './Field.module.css'

/** Class of the element that holds a field. */
export const fieldClass = styles.field ?? ''
/** Class of the label above a control. */
export const labelClass = styles.label ?? ''
/** Class of what looks like an input. */
export const controlClass = styles.control ?? ''
