/** The time, as an argument: tests move it. */
export interface Clock {
  now: () => Date
}
