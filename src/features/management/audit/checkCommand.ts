/** Name of the file that the command reads. */
export const proofFile = 'audit-checkpoint.json'

/**
 * A command that checks the signature of the saved seal with Node.js alone. It has no quotes but the outer ones, so POSIX shells and
 * PowerShell pass it on as it is. It ends with 1 for a file that was changed; `tests/view/audit.test.tsx` runs it.
 */
export const checkCommand =
  String.raw`node -e 'const {createPublicKey, verify} = require(§crypto§), {checkpoint, verifierKey} = require(§./${proofFile}§), [text, end] = checkpoint.split(§\n\n§), x = Buffer.from(verifierKey.split(§+§).slice(2).join(§+§), §base64§).subarray(1).toString(§base64url§), key = createPublicKey({key: {kty: §OKP§, crv: §Ed25519§, x}, format: §jwk§}), isGood = verify(null, Buffer.from(text + §\n§), key, Buffer.from(end.trim().split(§ §).pop(), §base64§).subarray(4)); console.log(isGood ? §Verified: § + text.split(§\n§)[1] + § entries§ : §Not verified§); process.exitCode = isGood ? 0 : 1'`.replaceAll(
    '§',
    '`',
  )
