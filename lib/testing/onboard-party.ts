import type { Party } from "../base/identifiers/identifiers.ts";
import { decodeBase64 } from "../base/values/base64.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import { allocateExternalParty } from "../operations/interactive/onboard/allocate-external-party.ts";
import { generateExternalPartyTopology } from "../operations/interactive/onboard/generate-topology.ts";
import type { SignatureJson, TestKeyPair } from "./key-pair.ts";

/** The fields of a `generate-topology` response that are needed for signing. */
export interface TopologyToSign {
  readonly topologyTransactions: readonly string[];
  readonly multiHash: string;
}

/** The signed part of an allocate request. The caller adds the synchronizer and the user. */
export interface SignedTopology {
  readonly onboardingTransactions: readonly { readonly transaction: string }[];
  readonly multiHashSignatures: readonly SignatureJson[];
}

/**
 * Signs the `multiHash` of a `generate-topology` response with every key pair. Returns the signed
 * part of a request to `POST /v2/parties/external/allocate`.
 */
export const signTopology = (
  { topologyTransactions, multiHash }: TopologyToSign,
  ...keyPairs: readonly TestKeyPair[]
): SignedTopology => {
  const message = decodeBase64(multiHash) ?? new Uint8Array();
  return {
    onboardingTransactions: topologyTransactions.map((transaction) => ({ transaction })),
    multiHashSignatures: keyPairs.map((keyPair) => keyPair.sign(message)),
  };
};

/**
 * Allocates an external party `<hint>::<fingerprint>` that signs with the key pair, on the ledger's
 * first synchronizer. Rejects with the same errors as `allocateExternalParty`.
 */
export const onboardExternalParty = async (
  ledger: Ledger,
  hint: string,
  keyPair: TestKeyPair,
): Promise<Party> => {
  const synchronizer = ledger.state.synchronizers[0]?.id ?? "";
  const topology = generateExternalPartyTopology(ledger, {
    synchronizer,
    partyHint: hint,
    publicKey: keyPair.publicKey,
  });
  const request = { synchronizer, ...signTopology(topology, keyPair) };
  const { partyId } = await allocateExternalParty(ledger, request);
  return partyId;
};
