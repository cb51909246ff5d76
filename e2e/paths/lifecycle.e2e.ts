import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import { lifecycleSpec } from '../../src/model/charts/lifecycle.ts'
import { criterion, sharesOf } from './share.ts'
import { test } from './stage.ts'
import { walkInBrowser } from './walkInBrowser.ts'

/** The lifecycle's paths in front of provider, agency and regulator. */

// A trace of every click would take longer than the clicks.
test.use({ trace: 'off' })
for (const share of sharesOf(keptPathsOfPortal(lifecycleSpec, criterion))) walkInBrowser(share)
