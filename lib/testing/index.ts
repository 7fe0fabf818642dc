export { giveTestKey } from "./give-test-key.ts";
export {
  testKeyPair,
  type PublicKeyJson,
  type SignatureJson,
  type TestKeyPair,
  type TestKeyPairOptions,
} from "./key-pair.ts";
export {
  onboardExternalParty,
  signTopology,
  type SignedTopology,
  type TopologyToSign,
} from "./onboard-party.ts";
export { signPrepared, type PreparedToSign, type SignedToExecute } from "./sign-prepared.ts";
export { tokenFor, type TokenOptions } from "./token.ts";
