/** What the examples fill in. */
export interface GuideContext {
  /** Address of the portal, without a slash at its end. */
  origin: string
  instId: string
  /** A collection that takes files of the reader's provider. */
  collection: { id: string; reference: string }
}

/** Examples of calls, as the guide shows them and a test runs them. KEY is an API key. */
export const guideExamples = ({ origin, instId, collection: { id, reference } }: GuideContext) => {
  const file = `${reference}.xml`
  return {
    open: `curl --fail-with-body -H "Authorization: Bearer $KEY" "${origin}/api/collections/open" | jq -r '.collections[] | [.reference, .name, .submissionDeadline] | @tsv'`,

    check: `curl --fail-with-body -H "Authorization: Bearer $KEY" -H "Content-Type: application/xml" \\
  -H "Repr-Digest: sha-256=:$(openssl dgst -sha256 -binary ${file} | base64):" \\
  --data-binary @${file} "${origin}/api/validations?collectionReference=${reference}"`,

    offline: `SPECIFICATION=$(curl --fail-with-body -H "Authorization: Bearer $KEY" "${origin}/api/collections/open" \\
  | jq -r '.collections[] | select(.reference == "${reference}") | .specification.id')
curl --fail-with-body -H "Authorization: Bearer $KEY" -o specification.zip \\
  "${origin}/api/specifications/$SPECIFICATION/package"
bedel-validate ${file} --package specification.zip`,

    upload: `ID=$( (uuidgen || cat /proc/sys/kernel/random/uuid) 2> /dev/null | tr A-Z a-z)
HASH=$( (sha256sum ${file} || shasum -a 256 ${file}) 2> /dev/null | cut -d' ' -f1)
curl --fail-with-body -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d "{\\"submissionUuid\\":\\"$ID\\",\\"fileName\\":\\"${file}\\",\\"collectionId\\":\\"${id}\\",\\"instId\\":\\"${instId}\\",\\"fileHash\\":\\"$HASH\\"}" \\
  ${origin}/api/files/uploadRequest > post.json
FIELDS=()
while IFS=$'\\t' read -r name value; do FIELDS+=(--form-string "$name=$value"); done \\
  < <(jq -r '.fields | to_entries[] | [.key, .value] | @tsv' post.json)
curl --fail-with-body -H "Repr-Digest: sha-256=:$(openssl dgst -sha256 -binary ${file} | base64):" \\
  "\${FIELDS[@]}" -F file=@${file} \\
  "$(jq -r 'if .url | startswith("/") then "${new URL(origin).origin}" + .url else .url end' post.json)"`,

    wait: `curl --fail-with-body -H "Authorization: Bearer $KEY" "${origin}/api/submissions/$ID?instId=${instId}" | jq -r .status.code`,

    read: `curl --fail-with-body -H "Authorization: Bearer $KEY" \\
  "${origin}/api/submissions/$ID/validations?instId=${instId}&status=1" > rules.json
RULE=$(jq -r '.validations[0].Code' rules.json)
REGULATOR=$(jq -r '.validations[0].RegulatorCode' rules.json)
curl --fail-with-body -H "Authorization: Bearer $KEY" \\
  "${origin}/api/submissions/$ID/validations/$RULE?instId=${instId}&regulator=$REGULATOR&limit=10"`,

    tasks: `curl --fail-with-body -H "Authorization: Bearer $KEY" "${origin}/api/tasks" | jq -r '.tasks[] | [.action, .collection.reference, .due] | @tsv'`,

    python: `import hashlib, json, os, time, urllib.parse, urllib.request, uuid

portal = '${origin}'
key = os.environ['KEY']

def call(path, body=None, content_type='application/json', authorised=True):
    headers = {'Content-Type': content_type} if body is not None else {}
    if authorised:
        headers['Authorization'] = 'Bearer ' + key
    url = urllib.parse.urljoin(portal, path)
    with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
        text = answer.read()
        return json.loads(text) if text else None

with open('${file}', 'rb') as file:
    content = file.read()

# What is wrong with the file, without a submission.
found = call(portal + '/api/validations?collectionReference=${reference}', content, 'application/xml')
print(found['verdict'])

# Announce the file, and post it as a form: first the fields of the answer, then the file.
submission = str(uuid.uuid4())
post = call(portal + '/api/files/uploadRequest', json.dumps({
    'submissionUuid': submission, 'fileName': '${file}', 'collectionId': '${id}', 'instId': '${instId}',
    'fileHash': hashlib.sha256(content).hexdigest(),
}).encode())
boundary = uuid.uuid4().hex
fields = ''.join(
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n'
    for name, value in post['fields'].items()
)
head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="${file}"\\r\\nContent-Type: application/xml\\r\\n\\r\\n'
form = (fields + head).encode() + content + f'\\r\\n--{boundary}--\\r\\n'.encode()
call(post['url'], form, 'multipart/form-data; boundary=' + boundary, authorised=False)

# Wait until the results are ready, or processing has stopped.
address = portal + '/api/submissions/' + submission
while True:
    status = call(address + '?instId=${instId}')['status']['code']
    if status == 'QUALITY_PROCESSING_COMPLETE' or status.endswith(('_FAILED', '_ERROR')):
        break
    time.sleep(5)
print(status)

# The rules outside tolerance.
for rule in call(address + '/validations?instId=${instId}&status=1')['validations']:
    print(rule['Code'])`,

    typescript: `import { openAsBlob } from 'node:fs'
import { createClient } from 'bedel-client'

const bedel = createClient({ url: '${origin}', key: process.env.KEY ?? '' })
const file = await openAsBlob('${file}')

// What is wrong with the file, without a submission.
const found = await bedel.validate(file, { collectionReference: '${reference}' })
console.log(found.verdict)

// Upload it, wait until its results are ready, and read the rules outside tolerance.
const id = await bedel.upload(file, { collectionId: '${id}', instId: '${instId}', fileName: '${file}' })
const { submission } = await bedel.waitForResults(id)
console.log(submission.status.code)
const { validations } = await bedel.api.submissions.listValidations(id, { status: '1' })
for (const { Code } of validations) console.log(Code)`,

    verify: `import { Webhook } from 'standardwebhooks'

// Throws where the call is not ours. SECRET is the secret of the webhook.
const event = new Webhook(process.env.SECRET).verify(body, headers)`,
  }
}
