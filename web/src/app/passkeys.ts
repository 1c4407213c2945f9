/**
 * WebAuthn, between the JSON that travels and the bytes that a browser wants. Written out because `toJSON` and
 * `parse…OptionsFromJSON` are younger than the browsers we serve.
 */

export function passkeysWork(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'credentials' in navigator
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
}

export function fromBytes(bytes: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function named(list: PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] {
  return list.map(({ id, transports }) => ({
    id: toBytes(id),
    type: 'public-key',
    transports: transports as AuthenticatorTransport[] | undefined,
  }))
}

interface Credential<R> {
  id: string
  rawId: string
  type: string
  authenticatorAttachment: string | null
  clientExtensionResults: object
  response: R
}

export type MadePasskey = Credential<{
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}>

export type PasskeyAnswer = Credential<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string | null
}>

function plain<R>(credential: PublicKeyCredential, response: R): Credential<R> {
  return {
    id: credential.id,
    rawId: fromBytes(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  }
}

/** Makes a passkey on this device or on one beside it. Throws a DOMException when the person or the device says no. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<MadePasskey> {
  const { challenge, user, excludeCredentials, ...rest } = options
  const made = (await navigator.credentials.create({
    publicKey: {
      ...(rest as object as PublicKeyCredentialCreationOptions),
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: named(excludeCredentials),
    },
  })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return plain(made, {
    clientDataJSON: fromBytes(response.clientDataJSON),
    attestationObject: fromBytes(response.attestationObject),
    transports: response.getTransports(),
  })
}

/** Has a passkey sign a challenge. Throws a DOMException when the person or the device says no. */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> {
  const { challenge, allowCredentials, ...rest } = options
  const given = (await navigator.credentials.get({
    publicKey: {
      ...(rest as object as PublicKeyCredentialRequestOptions),
      challenge: toBytes(challenge),
      allowCredentials: named(allowCredentials),
    },
  })) as PublicKeyCredential
  const response = given.response as AuthenticatorAssertionResponse
  return plain(given, {
    clientDataJSON: fromBytes(response.clientDataJSON),
    authenticatorData: fromBytes(response.authenticatorData),
    signature: fromBytes(response.signature),
    userHandle: response.userHandle && fromBytes(response.userHandle),
  })
}
