/**
 * With MODEL=all every pair of transitions is walked (`npm run model:all`), else each screen and each gesture at it once
 * (`npm test`).
 */
export const isWhole = process.env.MODEL === 'all'
export const criterion = isWhole ? 'pairs' : 'screens'
