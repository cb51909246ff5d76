/** One PostgreSQL for all tests in the browser. */
export { default } from '../../tests/server/support/globalSetup.ts'
