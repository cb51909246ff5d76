/** Examples of calls for a command line, as the guide shows them and a test runs them. KEY is an API key. */
export const guideExamples = ({ origin, instId }: { origin: string; instId: string }) => ({
  check: `curl --fail-with-body -H "Authorization: Bearer $KEY" -H "Content-Type: application/xml" \\
  -H "Repr-Digest: sha-256=:$(openssl dgst -sha256 -binary student.xml | base64):" \\
  --data-binary @student.xml "${origin}/api/validations?collectionReference=23056"`,

  upload: `ID=$( (uuidgen || cat /proc/sys/kernel/random/uuid) 2> /dev/null | tr A-Z a-z)
HASH=$( (sha256sum student.xml || shasum -a 256 student.xml) 2> /dev/null | cut -d' ' -f1)
curl --fail-with-body -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d "{\\"submissionUuid\\":\\"$ID\\",\\"fileName\\":\\"student.xml\\",\\"collectionId\\":\\"c23056\\",\\"instId\\":\\"${instId}\\",\\"fileHash\\":\\"$HASH\\"}" \\
  ${origin}/api/files/uploadRequest > post.json
FIELDS=()
while IFS=$'\\t' read -r name value; do FIELDS+=(--form-string "$name=$value"); done \\
  < <(jq -r '.fields | to_entries[] | [.key, .value] | @tsv' post.json)
curl --fail-with-body -H "Repr-Digest: sha-256=:$(openssl dgst -sha256 -binary student.xml | base64):" \\
  "\${FIELDS[@]}" -F file=@student.xml \\
  "$(jq -r 'if .url | startswith("/") then "${origin}" + .url else .url end' post.json)"`,

  wait: `curl --fail-with-body -H "Authorization: Bearer $KEY" "${origin}/api/submissions/$ID?instId=${instId}" | jq -r .status.code`,

  read: `curl --fail-with-body -H "Authorization: Bearer $KEY" \\
  "${origin}/api/submissions/$ID/validations?instId=${instId}&status=1" > rules.json
RULE=$(jq -r '.validations[0].Code' rules.json)
REGULATOR=$(jq -r '.validations[0].RegulatorCode' rules.json)
curl --fail-with-body -H "Authorization: Bearer $KEY" \\
  "${origin}/api/submissions/$ID/validations/$RULE?instId=${instId}&regulator=$REGULATOR&limit=10"`,

  tasks: `curl --fail-with-body -H "Authorization: Bearer $KEY" "${origin}/api/tasks" | jq -r '.tasks[] | [.action, .collection.reference, .due] | @tsv'`,

  verify: `import { Webhook } from 'standardwebhooks'

// Throws where the call is not ours. SECRET is the secret of the webhook.
const event = new Webhook(process.env.SECRET).verify(body, headers)`,
})
