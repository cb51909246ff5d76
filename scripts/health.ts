// The health check of the image and of `deploy/compose`: asks the process beside it how it is, and ends with 1 where it does not
// answer well. An API process has to serve; a worker, which has no portal, to be able to work.
import { env } from 'node:process'

const address = env.ROLE === 'worker' ? `${env.METRICS_PORT}/health/ready` : `${env.PORT}/health/serving`
const isWell = await fetch(`http://127.0.0.1:${address}`).then(
  answer => answer.ok,
  () => false,
)
process.exitCode = isWell ? 0 : 1
