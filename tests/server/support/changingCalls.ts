import { randomUUID } from 'node:crypto'
import type { ChangingCall } from '../../../server/http/openapi.ts'
import { recordingVersion } from '../../../src/domain/recording.ts'
import { statusOf } from '../../../src/domain/status.ts'
import type { ToleranceWire } from '../../../src/domain/wire/specifications.ts'
import { changingScene, fields, named, type Prepared, type Processed, seasons } from './changingScene.ts'
import { details } from './deliveryScene.ts'
import { addNotice } from './foreignScene.ts'
import { placeReports, regulatorCode, requestedTolerances, ruleCode } from './issueScene.ts'
import { jobBody } from './jobScene.ts'
import type { ProcessingServer } from './processingServer.ts'
import { guestSchema, schemaForm } from './published.ts'
import { returnedForm } from './returnedForm.ts'

/**
 * What six requests at once leave behind: as much as one of them; each what it leaves alone, for the reason given; or as much as some of
 * them.
 */
type Outcome = 'one' | { each: string } | { some: string }

export interface ChangingSample {
  user: string
  /** Makes what the call is about. */
  prepare?: () => Promise<Prepared> | Prepared
  /** Of six equal requests; one unless said. */
  equal?: Outcome
  /** Of six with different bodies; absent where the call has none that could differ. */
  different?: Outcome
}

const reading: Outcome = { each: 'It reads, and each has its line in the audit of downloads.' }

/** A sample of each call that is no GET: the compiler asks for one of every new call. */
export const changingCalls = (
  server: ProcessingServer,
  processed: Processed,
): Record<ChangingCall, ChangingSample> => {
  const scene = changingScene(server, processed)
  /** A session in which support looks on. */
  const watchedSession = async (): Promise<string> => {
    const { session, code } = await scene.ask<{ session: { id: string }; code: string }>(
      'ashby-submitter',
      'POST',
      '/support-sessions',
    )
    await scene.ask('bedel-analyst', 'POST', '/support-sessions/join', { code })
    return session.id
  }
  const entry = {
    type: '@xstate.event',
    sessionId: 'x:1',
    rootId: 'x:1',
    createdAt: '1727773200000',
    id: '1',
    _version: recordingVersion,
    event: { type: 'OPEN' },
  }

  return {
    exchangeToken: {
      user: 'ashby-submitter',
      prepare: async () => ({ body: (token => () => ({ token }))(await scene.tokens()) }),
    },
    getLiveTicket: {
      user: 'ashby-submitter',
      prepare: () => ({ body: () => ({ instId: '0001' }) }),
      equal: { each: 'A ticket opens one connection, and a page asks for one each time.' },
    },
    signOut: {
      user: 'ashby-submitter',
      prepare: async () => ({ body: (token => () => ({ token }))(await scene.tokens()) }),
    },
    exportCollectionSubmissions: {
      user: 'bedel-staff',
      prepare: () => ({
        params: { reference: '23056' },
        body: turn => ({ instIds: [`000${1 + (turn % 4)}`] }),
      }),
      different: 'one',
    },
    createNilSubmission: {
      user: 'bedel-staff',
      prepare: async () => {
        await server.asOwner("delete from submission_event where inst_id = '0004'")
        return { body: () => ({ collectionId: 'c23056', instId: '0004' }) }
      },
    },
    makeHistory: { user: 'bedel-admin', prepare: scene.ofSubmission('HISTORY_DATA_ERROR', 'uuid') },
    reprocess: {
      user: 'bedel-admin',
      // As the portal does, it names the submission that was seen: without it, a later request processes the copy again.
      prepare: async () => {
        const submissionUuid = await scene.placed('QUALITY_PROCESSING_COMPLETE', { instId: '0004' })
        return {
          params: { reference: '23056' },
          body: turn => ({ instIds: ['0004'], submissionUuid, withSubmitted: turn % 2 === 0 }),
        }
      },
      different: 'one',
    },
    requestHistoricAmendment: {
      user: 'bedel-admin',
      prepare: async () => {
        await scene.placed('SIGNED_OFF', { instId: '0004' })
        await server.setCollection('Historic amendment')
        return { body: () => ({ instIds: ['0004'], collectionReference: '23056' }) }
      },
    },
    requestResubmission: {
      user: 'bedel-staff',
      prepare: scene.ofSubmission('APPROVED', 'uuid', turn => ({ note: named(turn) })),
      different: 'one',
    },
    signOffSubmission: {
      user: 'bedel-staff',
      prepare: scene.ofSubmission('PROVIDER_SIGNOFF', 'id', turn => ({ note: named(turn) })),
    },
    refuseForm: {
      user: 'bedel-staff',
      prepare: async () => {
        const prepared = await scene.ofSubmission('PROVIDER_SIGNOFF', 'uuid', turn => ({
          note: named(turn),
        }))()
        await server.asOwner(returnedForm(String(prepared.params?.uuid)))
        return prepared
      },
    },
    updateState: {
      user: 'bedel-admin',
      prepare: scene.ofSubmission('AGENCY_APPROVAL', 'id', turn =>
        turn % 2 === 0
          ? { action: 'approve', statusId: statusOf('SC_APPROVAL').id, note: named(turn) }
          : { action: 'decline', statusId: statusOf('RESUBMISSION_REQUIRED').id, note: named(turn) },
      ),
      different: 'one',
    },
    withdrawNilReturn: { user: 'bedel-staff', prepare: scene.ofSubmission('NIL_RETURN', 'uuid') },
    cancelOvtUpload: {
      user: 'ashby-ovt',
      prepare: () => scene.uploading('/files/ovt/uploadRequest', 'ashby-ovt'),
    },
    cancelUpload: {
      user: 'ashby-submitter',
      prepare: () => scene.uploading('/files/uploadRequest', 'ashby-submitter'),
    },
    completeOvtPartUpload: { user: 'ashby-ovt', prepare: () => scene.sentInParts('files/ovt', 'ashby-ovt') },
    completePartUpload: {
      user: 'ashby-submitter',
      prepare: () => scene.sentInParts('files', 'ashby-submitter'),
    },
    downloadAllFailures: { user: 'ashby-signoff', prepare: scene.ofProcessed, equal: reading },
    downloadAllOvtFailures: { user: 'bedel-admin', prepare: scene.ofProcessedOvt, equal: reading },
    downloadDeliverySet: { user: 'ashby-signoff', prepare: scene.ofProcessed, equal: reading },
    downloadGracefulFailures: {
      user: 'bedel-admin',
      prepare: async () => {
        const id = await scene.placed('SCHEMA_CHECK_ERROR')
        await server.asOwner(
          `update submission set error_file_key = '0001/${id}/error.txt' where id = '${id}'`,
        )
        return { body: () => ({ submissionUuid: id }) }
      },
    },
    downloadOvtGracefulFailures: {
      user: 'bedel-admin',
      prepare: async () => {
        const id = await scene.placed('SCHEMA_CHECK_ERROR', { mode: 'ovt' })
        await server.asOwner(
          `update submission set error_file_key = '0001/${id}/error.txt' where id = '${id}'`,
        )
        return { body: () => ({ submissionUuid: id }) }
      },
    },
    requestDownload: {
      user: 'ashby-signoff',
      prepare: () => ({ body: () => ({ key: `0001/${processed.id}/file.xml` }) }),
      equal: reading,
    },
    requestOvtDownload: {
      user: 'bedel-special',
      prepare: () => ({ body: () => ({ key: `0001/${processed.ovtId}/file.xml` }) }),
      equal: reading,
    },
    requestOvtPartUpload: { user: 'ashby-ovt', prepare: () => scene.partUpload('ovt'), different: 'one' },
    requestOvtUpload: { user: 'ashby-ovt', prepare: () => scene.upload('ovt'), different: 'one' },
    requestPartUpload: { user: 'ashby-submitter', prepare: () => scene.partUpload('live'), different: 'one' },
    requestSignOffForm: {
      user: 'ashby-signoff',
      prepare: async () => {
        await server.asOwner(
          `update submission set status_id = ${statusOf('PROVIDER_SIGNOFF').id} where id = '${processed.id}'`,
        )
        return { params: { id: processed.fileHash } }
      },
    },
    requestUpload: { user: 'ashby-submitter', prepare: () => scene.upload('live'), different: 'one' },
    downloadOvtWorkbook: {
      user: 'bedel-admin',
      prepare: async () => {
        await scene.readyWorkbook('bedel-admin', '/files/ovt/workbooks', processed.ovtId)
        return scene.ofProcessedOvt()
      },
      equal: reading,
    },
    downloadWorkbook: {
      user: 'ashby-signoff',
      prepare: async () => {
        await scene.readyWorkbook('ashby-signoff', '/files/workbooks', processed.id)
        return scene.ofProcessed()
      },
      equal: reading,
    },
    makeOvtWorkbook: { user: 'bedel-admin', prepare: scene.ofProcessedOvt },
    makeWorkbook: {
      user: 'ashby-signoff',
      prepare: () => ({
        body: turn => ({ submissionUuid: processed.id, field: fields[turn] }),
      }),
      different: { each: 'Each is about another field.' },
    },
    approveOverride: {
      user: 'bedel-analyst',
      prepare: scene.ofIssue('OVERRIDE_REQUESTED', turn => ({ note: named(turn) })),
      different: 'one',
    },
    closeIssue: {
      user: 'bedel-analyst',
      prepare: scene.ofIssue('AWAITING_AGENCY', turn => ({
        resolution: turn % 2 === 0 ? 'KNOWN_ISSUE' : 'DATA_CORRECTED',
        note: named(turn),
      })),
      different: 'one',
    },
    declineOverride: {
      user: 'bedel-analyst',
      prepare: scene.ofIssue('OVERRIDE_REQUESTED', turn => ({ note: named(turn) })),
      different: 'one',
    },
    reopenIssue: {
      user: 'bedel-analyst',
      prepare: scene.ofIssue('KNOWN_ISSUE', turn => ({ note: named(turn) })),
      different: 'one',
    },
    requestOverride: {
      user: 'ashby-submitter',
      prepare: scene.ofIssue('AWAITING_PROVIDER', turn => ({
        tolerances: requestedTolerances,
        text: named(turn),
      })),
      different: 'one',
    },
    startWork: { user: 'ashby-submitter', prepare: scene.ofIssue('AWAITING_PROVIDER') },
    withdrawIssue: {
      user: 'ashby-submitter',
      prepare: scene.ofIssue('AWAITING_PROVIDER', turn => ({ note: named(turn) })),
      different: 'one',
    },
    assignIssue: {
      user: 'ashby-submitter',
      prepare: scene.ofIssue('AWAITING_PROVIDER', turn => ({
        userId: turn % 2 === 0 ? 'ashby-submitter' : 'ashby-signoff',
      })),
      different: { some: 'Whom the one before has named is not assigned once more.' },
    },
    assignIssues: {
      user: 'ashby-submitter',
      prepare: async () => {
        const { id } = await scene.issueAt('AWAITING_PROVIDER')
        return { body: () => ({ issues: [id], userId: 'ashby-submitter' }) }
      },
    },
    attachToExplanation: {
      user: 'ashby-submitter',
      prepare: scene.ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        fileName: `${named(turn)}.pdf`,
        fileSize: 10,
      })),
      equal: { each: 'A place for one file each; those without a file are swept.' },
      different: { each: 'A place for one file each.' },
    },
    attachToIssue: {
      user: 'ashby-submitter',
      prepare: scene.ofIssue('AWAITING_PROVIDER', turn => ({ fileName: `${named(turn)}.pdf`, fileSize: 10 })),
      equal: { each: 'A place for one file each; those without a file are swept.' },
      different: { each: 'A place for one file each.' },
    },
    commentOnIssue: {
      user: 'ashby-submitter',
      prepare: scene.ofIssue('AWAITING_PROVIDER', turn => ({ text: named(turn) })),
      different: { each: 'Each says something else.' },
    },
    createIssue: {
      user: 'ashby-submitter',
      prepare: scene.ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        validationCode: ruleCode,
        regulatorCode: turn % 2 === 0 ? regulatorCode : '5101',
      })),
    },
    downloadAttachment: { user: 'ashby-submitter', prepare: scene.attachment, equal: reading },
    explainIssue: {
      user: 'ashby-submitter',
      prepare: scene.ofIssue('AWAITING_PROVIDER', turn => ({ text: named(turn) })),
      different: { each: 'Each says something else.' },
    },
    explainIssues: {
      user: 'ashby-submitter',
      prepare: async () => {
        const { id } = await scene.issueAt('AWAITING_PROVIDER')
        return { body: turn => ({ issues: [id], text: named(turn) }) }
      },
      different: { each: 'Each says something else.' },
    },
    explainRules: {
      user: 'ashby-submitter',
      prepare: scene.ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        rules: [{ validationCode: ruleCode, regulatorCode }],
        text: named(turn),
      })),
      different: { some: 'The first raises the issue, and each says something else.' },
    },
    requestCredibility: {
      user: 'ashby-submitter',
      prepare: async () => {
        const id = await scene.placed('QUALITY_PROCESSING_COMPLETE')
        await placeReports(server, id, { SEN1: 2, SEN3: 1 })
        await server.asOwner("update provider set risk_code = '02' where inst_id = '0001'")
        return {
          body: () => ({
            submissionUuid: id,
            instId: '0001',
            collectionId: 'c23056',
            fileName: 'placed.xml',
            providerName: 'University of Ashby',
          }),
        }
      },
    },
    retryIssue: { user: 'ashby-submitter', prepare: scene.ofIssue('FAILED') },
    writeNote: {
      user: 'ashby-submitter',
      prepare: scene.ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        subject: 'rule',
        code: ruleCode,
        text: named(turn),
      })),
      different: { some: 'Each says something else; the last one counts.' },
    },
    downloadSignedForm: {
      user: 'bedel-staff',
      prepare: async () => ({ params: { uuid: (await scene.signedForm(true)).uuid } }),
    },
    postSignedForm: {
      user: 'ashby-signoff',
      prepare: scene.ofSubmission('PROVIDER_SIGNOFF', 'uuid', turn => ({
        fileName: `${named(turn)}.pdf`,
        fileSize: scene.pdf.length,
      })),
      equal: { each: 'A place for one file each; those without a file are swept.' },
      different: { each: 'A place for one file each.' },
    },
    returnSignedForm: {
      user: 'ashby-signoff',
      prepare: async () => {
        const { uuid, forms } = await scene.signedForm(false)
        return { params: { uuid }, body: turn => ({ formId: forms[turn] }) }
      },
      different: { each: 'Each is another signed copy; the last one counts.' },
    },
    signForm: {
      user: 'ashby-signoff',
      prepare: async () => {
        await server.asOwner("update collection set signs_in_portal = true where id = 'c23056'")
        const uuid = await scene.placed('PROVIDER_SIGNOFF')
        await server.tokenOf('ashby-signoff')
        await server.asOwner(
          `update sign_in set authenticated_utc = '${server.clock.now().toISOString()}' where id = 'session:ashby-signoff'`,
        )
        const { name } = server.actor('ashby-signoff')
        return { params: { uuid }, body: () => ({ name }) }
      },
    },
    markNotices: {
      user: 'ashby-submitter',
      prepare: async () => {
        const notices = [await addNotice(server, '0001'), await addNotice(server, '0001')]
        return { body: () => ({ ids: notices }) }
      },
    },
    setMailSettings: {
      user: 'ashby-submitter',
      prepare: () => ({
        body: turn => ({
          kinds: turn % 2 === 0 ? ['processingFinished', 'declined'] : ['approved', 'declined'],
        }),
      }),
      different: 'one',
    },
    downloadReportCsv: {
      user: 'ashby-signoff',
      prepare: () => ({
        params: { reportCode: 'SEN1' },
        body: () => ({ submissionUuid: processed.id, reportCode: 'SEN1' }),
      }),
      equal: reading,
    },
    downloadRegulatorOutput: {
      user: 'ashby-signoff',
      prepare: () => ({ body: () => ({ key: '1', uuid: processed.id }) }),
      equal: reading,
    },
    giveTransferConsent: { user: 'brackley-signoff', prepare: () => scene.transfer(false) },
    reprocessFiles: {
      user: 'bedel-admin',
      prepare: () => ({
        body: turn => ({
          id: scene.ids[0],
          files: [{ submissionUuid: processed.id, fileCode: String(1 + (turn % 2)) }],
        }),
      }),
      different: 'one',
    },
    withdrawTransferConsent: { user: 'brackley-signoff', prepare: () => scene.transfer(true) },
    writeToSender: {
      user: 'brackley-signoff',
      prepare: async () => ({
        ...(await scene.transfer(false)),
        body: turn => ({ text: `Who is it? ${turn}` }),
      }),
      different: { each: 'Each says something else.' },
    },
    remindOfTransfer: { user: 'ashby-signoff', prepare: () => scene.transferOut() },
    writeToReceiver: {
      user: 'ashby-signoff',
      prepare: async () => ({
        ...(await scene.transferOut()),
        body: turn => ({ text: `Please agree. ${turn}` }),
      }),
      different: { each: 'Each says something else.' },
    },
    assignSpecification: {
      user: 'bedel-admin',
      prepare: async () => {
        const { id } = await server.look<{ id: number }>(
          "select specification_id as id from collection where reference = '24056'",
        )
        const rows = await server.look<{ state: number }>(
          `select state_id as state from specification where id = ${id}`,
        )
        if (!rows.state) throw new Error('There is no specification.')
        await server.asOwner("update collection set specification_id = null where reference = '24056'")
        return { params: { reference: '24056' }, body: () => ({ specificationId: id }) }
      },
    },
    changeCollection: {
      user: 'bedel-admin',
      prepare: () => ({ params: { reference: '23056' }, body: turn => ({ name: named(turn) }) }),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    changeCollectionState: {
      user: 'bedel-admin',
      prepare: () => ({
        params: { reference: '23056' },
        body: turn => ({ stateId: turn % 2 === 0 ? 4 : 6 }),
      }),
      different: { some: 'Both states may follow each other.' },
    },
    createCollection: {
      user: 'bedel-admin',
      prepare: () => ({ body: turn => ({ ...scene.next(0), name: named(turn) }) }),
      different: 'one',
    },
    addStream: {
      user: 'bedel-admin',
      prepare: () => ({ body: turn => ({ id: `10${turn}`, name: named(turn) }) }),
      different: { each: 'Each adds another stream.' },
    },
    makeStreamAvailable: { user: 'bedel-admin', prepare: () => ({ params: { id: '042' } }) },
    putCostCentres: {
      user: 'bedel-admin',
      prepare: () => ({
        params: { reference: '23056' },
        body: turn => ({ csv: `INSTID,COSTCN,STAFFFTE,EXPENDITURE\n0001,101,${turn + 1},5` }),
      }),
      different: 'one',
    },
    changeProvider: {
      user: 'bedel-admin',
      prepare: () => ({ params: { instId: '0001' }, body: turn => ({ publishedName: named(turn) }) }),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    changeContacts: {
      user: 'ashby-signoff',
      prepare: () => ({
        params: { instId: '0001' },
        body: turn => ({ contacts: [{ name: named(turn), role: '', email: 'a@ashby.example', phone: '' }] }),
      }),
      different: { each: 'Each names somebody else, and the history says so.' },
    },
    previewReminders: { user: 'bedel-analyst', prepare: () => scene.reminder(false) },
    sendReminders: { user: 'bedel-analyst', prepare: () => scene.reminder(true) },
    importRegister: {
      user: 'bedel-admin',
      prepare: async () => {
        const digests: string[] = []
        for (const turn of seasons.keys())
          digests.push(
            (
              await scene.ask<{ digest: string }>('bedel-admin', 'POST', '/providers/register/preview', {
                csv: scene.register(turn),
              })
            ).digest,
          )
        return { body: turn => ({ csv: scene.register(turn), digest: digests[turn], action: 'TAKE_IN' }) }
      },
      different: 'one',
    },
    previewRegister: {
      user: 'bedel-admin',
      prepare: () => ({ body: turn => ({ csv: scene.register(turn) }) }),
      different: 'one',
    },
    onboardProviders: {
      user: 'bedel-admin',
      prepare: () => ({ body: () => ({ instIds: ['0005'] }) }),
    },
    takeProviderIn: {
      user: 'bedel-admin',
      prepare: async () => {
        const csv = scene.register(0)
        const { digest } = await scene.ask<{ digest: string }>(
          'bedel-admin',
          'POST',
          '/providers/register/preview',
          { csv },
        )
        await scene.ask('bedel-admin', 'POST', '/providers/register', { csv, digest, action: 'REGISTER' })
        return { body: () => ({ instId: '0006' }) }
      },
    },
    cancelDelivery: {
      user: 'bedel-admin',
      prepare: async () => ({ params: { id: await scene.delivery() } }),
    },
    changeDeliveryConfiguration: {
      user: 'bedel-admin',
      prepare: async () => ({
        params: { id: await scene.configuration() },
        body: turn => details({ name: named(turn) }),
      }),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    createDeliveryConfiguration: {
      user: 'bedel-admin',
      prepare: () => ({ body: turn => ({ ...details({ name: named(turn) }), id: scene.ids[0] }) }),
      different: 'one',
    },
    deleteDeliveryConfiguration: {
      user: 'bedel-admin',
      prepare: async () => ({ params: { id: await scene.configuration(false) } }),
    },
    downloadDelivery: {
      user: 'ohe-delivery',
      prepare: async () => {
        const id = await scene.delivery()
        await server.asOwner(
          `update delivery set place = 'READY', object_key = '5016/${id}/delivery.1.zip', size = 10 where id = '${id}'`,
        )
        return { params: { id } }
      },
      equal: { each: 'Each download is noted, for the agency to see.' },
    },
    previewDelivery: {
      user: 'bedel-admin',
      prepare: () => {
        const { customerId, collectionReference, content } = details()
        return { body: () => ({ customerId, collectionReference, content, file: 'StudentEngagement' }) }
      },
    },
    requestDelivery: {
      user: 'bedel-admin',
      prepare: async () => ({
        params: { id: await scene.configuration() },
        body: turn => ({ id: scene.idAt(turn) }),
      }),
      different: { each: 'Each has an id of its own.' },
    },
    setDeliveryConfigurationState: {
      user: 'bedel-admin',
      prepare: async () => ({
        params: { id: await scene.configuration(false) },
        body: () => ({ state: 'ENABLED' }),
      }),
    },
    cancelJob: {
      user: 'bedel-admin',
      prepare: async () => {
        const id = randomUUID()
        await scene.placed('QUALITY_PROCESSING_COMPLETE')
        await scene.ask('bedel-admin', 'POST', '/jobs', jobBody(['0001'], { id }))
        return { params: { id } }
      },
    },
    startJob: {
      user: 'bedel-admin',
      prepare: async () => {
        await scene.placed('QUALITY_PROCESSING_COMPLETE')
        return { body: turn => jobBody(['0001'], { id: scene.idAt(turn) }) }
      },
      different: 'one',
    },
    startImpact: {
      user: 'bedel-analyst',
      prepare: async () => ({
        params: { id: await scene.draft() },
        body: turn => ({ id: scene.idAt(turn), collectionReference: '23056' }),
      }),
      different: 'one',
    },
    cancelDpsTask: {
      user: 'bedel-anon',
      prepare: async () => {
        await scene.run(processed.id)
        return { params: { uuid: processed.id } }
      },
    },
    resetDpsTask: {
      user: 'bedel-admin',
      prepare: async () => {
        await scene.run(processed.id)
        await server.asOwner("update pseudonymisation set place = 'FAILED'")
        return { params: { uuid: processed.id } }
      },
    },
    runDpsTask: { user: 'bedel-anon', prepare: () => ({ params: { uuid: processed.id } }) },
    applyConfiguration: {
      user: 'bedel-analyst',
      prepare: async () => ({ params: { id: (await scene.specifications.make()).body.id } }),
    },
    changeRulesetState: {
      user: 'bedel-admin',
      prepare: async () => ({ params: { id: (await scene.guests()).id }, body: () => ({ stateId: 2 }) }),
    },
    changeSchemaState: {
      user: 'bedel-admin',
      prepare: async () => ({
        params: { id: (await scene.guests()).schemaId },
        body: () => ({ stateId: 2 }),
      }),
    },
    changeSpecificationRule: {
      user: 'bedel-analyst',
      prepare: async () => ({
        params: { specId: await scene.draft(), validationId: ruleCode },
        body: turn => ({ metadata: { description: named(turn), guidanceUrl: 'https://bedel.example/' } }),
      }),
      different: { some: 'Each describes it in other words, and its history says so.' },
    },
    previewTolerances: {
      user: 'bedel-analyst',
      prepare: async () => ({
        params: { id: await scene.draft() },
        body: turn => ({ csv: `rule,regulator,type,value\n${ruleCode},5016,percentage,${turn + 1}` }),
      }),
      different: 'one',
    },
    changeTolerances: {
      user: 'bedel-analyst',
      prepare: async () => {
        const id = await scene.draft()
        const { version, tolerances } = await scene.ask<{ version: number; tolerances: ToleranceWire[] }>(
          'bedel-analyst',
          'GET',
          `/specifications/${id}/tolerances`,
        )
        const { regulatorCode, toleranceId, toleranceTypeId } = tolerances.find(
          one => one.ruleCode === ruleCode,
        )!
        const place = { ruleCode, regulatorCode, toleranceId, toleranceTypeId }
        return {
          params: { id },
          body: turn => ({
            version,
            tolerances: [{ ...place, toleranceFrom: turn + 1, toleranceTo: null }],
          }),
        }
      },
      different: 'one',
    },
    changeSpecificationState: {
      user: 'bedel-analyst',
      prepare: async () => ({ params: { id: await scene.draft() }, body: () => ({ stateId: 3 }) }),
    },
    createSpecification: {
      user: 'bedel-analyst',
      prepare: async () => {
        const bodies = await Promise.all(
          ['major', 'minor', 'patch'].map(step => scene.specifications.bodyFor(step)),
        )
        return { body: turn => bodies[turn % 3] }
      },
      different: { some: 'Each increment makes a version of its own.' },
    },
    deleteSpecification: {
      user: 'bedel-analyst',
      prepare: async () => ({ params: { id: await scene.draft() } }),
    },
    publishRuleset: { user: 'bedel-admin', prepare: scene.rulesets, different: 'one' },
    checkRuleset: { user: 'bedel-admin', prepare: scene.rulesets, different: 'one' },
    replaceRuleset: {
      user: 'bedel-admin',
      prepare: scene.replacements,
      equal: { each: 'Each takes the place of the one before, and the history says so.' },
      different: { each: 'Each takes the place of the one before, and the history says so.' },
    },
    publishSchema: {
      user: 'bedel-admin',
      prepare: () => ({
        file: turn => schemaForm(guestSchema('26900_1_0_0').replaceAll('STAYID', `STAY${turn}`)),
      }),
      different: 'one',
    },
    runRule: { user: 'bedel-admin', prepare: () => scene.aboutRule(seasons), different: 'one' },
    saveRule: { user: 'bedel-admin', prepare: () => scene.aboutRule(seasons), different: 'one' },
    addWebhook: {
      user: 'ashby-signoff',
      prepare: () => ({ body: scene.webhookBody }),
      different: { some: 'Each has a name of its own; a provider may have five.' },
    },
    changeWebhook: {
      user: 'ashby-signoff',
      prepare: scene.ofWebhook(turn => ({ name: `${named(turn)} office` })),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    makeApiKey: {
      user: 'ashby-signoff',
      prepare: () => ({ body: scene.apiKey }),
      different: { each: 'Each has a name of its own.' },
    },
    offerSupportSession: {
      user: 'ashby-submitter',
      equal: { each: 'Each has its own code.' },
    },
    joinSupportSession: {
      user: 'bedel-analyst',
      prepare: async () => {
        const { code } = await scene.ask<{ code: string }>('ashby-submitter', 'POST', '/support-sessions')
        return { body: () => ({ code }) }
      },
    },
    sendSupportEntries: {
      user: 'ashby-submitter',
      prepare: async () => ({
        params: { sessionId: await watchedSession() },
        body: () => ({ entries: [entry] }),
      }),
      equal: { each: 'Each sends one more entry.' },
    },
    endSupportSession: {
      user: 'ashby-submitter',
      prepare: async () => ({ params: { sessionId: await watchedSession() } }),
    },
    removeWebhook: { user: 'ashby-signoff', prepare: scene.ofWebhook() },
    renewWebhookSecret: { user: 'ashby-signoff', prepare: scene.ofWebhook() },
    revokeApiKey: {
      user: 'ashby-signoff',
      prepare: async () => {
        const { key } = await scene.ask<{ key: { id: string } }>(
          'ashby-signoff',
          'POST',
          '/suppliers/keys',
          scene.apiKey(0),
        )
        return { params: { keyId: key.id } }
      },
    },
    sendWebhookAgain: {
      user: 'ashby-signoff',
      prepare: async () => {
        const webhookId = await scene.webhook()
        await scene.ask('ashby-signoff', 'POST', `/suppliers/webhooks/${webhookId}/test`)
        await server.asOwner('update webhook_delivery set given_up_utc = now()')
        const { id } = await server.look<{ id: string }>('select id from webhook_delivery')
        return { params: { webhookId, deliveryId: id } }
      },
    },
    switchWebhookOff: { user: 'ashby-signoff', prepare: scene.ofWebhook() },
    switchWebhookOn: {
      user: 'ashby-signoff',
      prepare: async () => {
        const webhookId = await scene.webhook()
        await scene.ask('ashby-signoff', 'POST', `/suppliers/webhooks/${webhookId}/switch-off`)
        return { params: { webhookId } }
      },
    },
    testWebhook: { user: 'ashby-signoff', prepare: scene.ofWebhook() },
    validateFile: {
      user: 'ashby-submitter',
      prepare: () => ({
        query: '?collectionReference=23056',
        file: () => new Blob([scene.record], { type: 'application/xml' }),
      }),
    },
  }
}
