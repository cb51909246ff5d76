/** Whether tests look at everything: `npm run model:all` says so, `npm test` takes a share of what is much alike. */
export const isExhaustive = process.env.BEDEL_EXHAUSTIVE === 'true'
