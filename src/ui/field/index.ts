export { controlClass, FieldLabel, FieldProblem, type FieldProps, fieldClass } from './Field.tsx'
