export { ControlBox, endButtonClass } from './ControlBox.tsx'
export { controlClass, fieldClass } from './classes.ts'
export { FieldLabel, FieldProblem, type FieldProps } from './Field.tsx'
