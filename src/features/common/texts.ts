/** Words that several pages of a submission use. */
export const texts = {
  tryAgain: 'Try again',
  back: 'Back',
  loading: 'Loading',
  details: 'Details',
} as const
