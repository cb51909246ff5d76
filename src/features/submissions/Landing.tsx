/** The submission's own address: the layout's stepper leads on to the step that the submission has reached. */
export function Component() {
  return null
}
