/** Places listed for one group of findings; the JSON has them all. */
export const placesShown = 5

/** An amount with its noun. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString('en-GB')} ${amount === 1 ? one : many}`

/** The line on what is not listed. */
export const more = (amount: number, one: string): string[] =>
  amount > 0 ? [`    … and ${count(amount, `more ${one}`)}`] : []
