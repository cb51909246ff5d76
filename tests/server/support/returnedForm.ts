/** SQL that returns a signed form of a submission, as its provider would. */
export const returnedForm = (submissionId: string): string => `
  insert into signed_form (id, submission_id, inst_id, file_name, file_size, object_key, uploader_id, uploaded_by, created_utc, returned_utc)
  select gen_random_uuid(), id, inst_id, 'form.pdf', 10, 'form', 'ashby-signoff', 'Ashby', now(), now()
  from submission where id = '${submissionId}'`
