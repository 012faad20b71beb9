// Passkeys: the browser's side of both ceremonies. The server's JSON has bytes in base64url.
import { ask } from "./api.js";

/** The person or the device cancelled; nothing was sent. */
export class Cancelled extends Error {
  /** @param {"cancelled" | "known"} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** @returns {boolean} whether passkeys are available on this page */
export function canPasskeys() {
  return window.isSecureContext && typeof PublicKeyCredential !== "undefined";
}

/**
 * Create a passkey for this browser's account, or with a new account.
 * @param {string} name of a new account
 */
export async function makePasskey(name) {
  const options = await ask("POST", "/api/account/passkeys/begin", { name });
  const made = await chosen(navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(known),
    },
  }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const sent = { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) };
  return ask("POST", "/api/account/passkeys", { name, credential: outer(made, sent) });
}

/** Sign in with a passkey that the person chooses. */
export async function enterByPasskey() {
  const options = await ask("POST", "/api/account/sign-in/begin", {});
  const used = await chosen(navigator.credentials.get({
    publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] },
  }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  const sent = {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: response.userHandle ? text(response.userHandle) : null,
  };
  return ask("POST", "/api/account/sign-in", { credential: outer(used, sent) });
}

/**
 * @param {Promise<Credential | null>} asked
 * @returns {Promise<PublicKeyCredential>}
 */
async function chosen(asked) {
  const found = await asked.catch((error) => {
    if (error?.name === "InvalidStateError") throw new Cancelled("known");
    throw new Cancelled("cancelled");
  });
  if (!found) throw new Cancelled("cancelled");
  return /** @type {PublicKeyCredential} */ (found);
}

/**
 * @param {PublicKeyCredential} credential
 * @param {Record<string, string | null>} response
 */
function outer(credential, response) {
  const { id, rawId, type } = credential;
  return { id, rawId: text(rawId), type, response, clientExtensionResults: {} };
}

/** @param {{id: string, type: "public-key"}} descriptor */
function known(descriptor) {
  return { type: descriptor.type, id: bytes(descriptor.id) };
}

/**
 * @param {string} given base64url
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytes(given) {
  const found = atob(given.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(found, (letter) => letter.charCodeAt(0));
}

/**
 * @param {ArrayBuffer} given
 * @returns {string} base64url
 */
function text(given) {
  const letters = Array.from(new Uint8Array(given), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
