import { faultsFor } from '../../scripts/ruleFaults.ts'
import type { RecordFault } from '../../src/sample/index.ts'

/** Rules that are broken besides the usual faults of a sample, so that forty are outside tolerance. */
const codes = [
  'Engagement.ENGSTARTDATE.901',
  'Engagement.FEEELIG.901',
  'Engagement.LEADSCHOOL.901',
  'Engagement.TRN.901',
  'EntryProfile.CARELEAVER.901',
  'EntryProfile.HIGHESTQOE.902',
  'EntryProfile.PERMADDCOUNTRY.902',
  'EntryProfile.PERMADDPOSTCODE.902',
  'FundingAndMonitoring.ELQ.901',
  'FundingAndMonitoring.FUNDCOMP.901',
  'ReferencePeriodStudentLoad.YEAR.901',
  'Student.BIRTHDTE.902',
  'Student.RELIGION.901',
  'StudentCourseSession.SCSSTARTDATE.902',
  'EntryQualificationAward.QUALYEAR.901',
  'Student.SSN.901',
  'Student.ULN.901',
  'StudentCourseSession.INTERCALATION.901',
  'StudentCourseSession.INVOICEFEEAMOUNT.901',
  'StudentCourseSession.RSNSCSEND.901',
  'StudentCourseSession.RSNSCSEND.902',
  'StudentCourseSession.RSNSCSEND.904',
  'StudentCourseSession.SCSENDDATE.903',
  'StudentCourseSession.SCSSTARTDATE.901',
  'StudentCourseSession.SESSIONYEARID.901',
  'StudyLocation.VENUEID.901',
  'StudyLocation.VENUEID.902',
]

/** What breaks them. */
export const manyRules = (): Promise<RecordFault[]> => faultsFor('23056_1.0.0', codes)
