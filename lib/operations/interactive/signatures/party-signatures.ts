import { bytesToHex } from "@noble/hashes/utils.js";

import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { ProtocolVersion } from "../../../base/identifiers/protocol-version.ts";
import type { PartySigningKeys } from "../../../base/model/signing-keys.ts";
import { loadSignatureVerifier } from "../keys/load-signature-verifier.ts";
import type { UnverifiedSignature } from "../keys/signature.ts";
import type { SignaturesOfParty } from "./party-signature.ts";

/** Maximum number of signatures of one party for one transaction. */
const maxSignatures = 50;

export interface PartySignatureCheckInput {
  readonly actAs: readonly Party[];
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly providedSignatures: readonly SignaturesOfParty[];
  /** Returns the signing keys of a party; undefined if it has none. */
  readonly keysOf: (party: Party) => PartySigningKeys | undefined;
  readonly protocolVersion: ProtocolVersion;
}

/**
 * Requires that enough distinct keys of every acting party have signed the hash
 * (interactive-submission.md 7, 8). Ignores signatures of other parties. Rejects with
 * INVALID_ARGUMENT. Takes a few milliseconds per signature.
 */
export const requirePartySignatures = async ({
  actAs,
  providedSignatures,
  ...signed
}: PartySignatureCheckInput): Promise<void> => {
  const signing = new Set(providedSignatures.map(({ party }) => party));
  const unsigned = actAs.filter((party) => !signing.has(party));
  if (unsigned.length > 0) {
    throw invalidSignaturesError(
      `The following actAs parties did not provide an external signature: ${unsigned.join(", ")}`,
    );
  }
  for (const party of actAs) {
    const signatures = providedSignatures
      .filter((each) => each.party === party)
      .flatMap((each) => each.signatures);
    await requireEnough(party, signatures, signed);
  }
};

const requireEnough = async (
  party: Party,
  signatures: readonly UnverifiedSignature[],
  { hash, keysOf, protocolVersion }: Omit<PartySignatureCheckInput, "actAs" | "providedSignatures">,
): Promise<void> => {
  const keys = keysOf(party);
  if (signatures.length > maxSignatures) {
    throw invalidSignaturesError(
      `${party} has ${signatures.length} signatures. At most ${maxSignatures} are allowed`,
    );
  }
  if (keys === undefined) {
    throw invalidSignaturesError(`Could not find party signing keys for ${party}.`);
  }
  if (protocolVersion !== 34 && signatures.length > keys.keys.length) {
    throw invalidSignaturesError(
      `${party} has ${signatures.length} signatures, which is more than its ` +
        `${keys.keys.length} signing keys.`,
    );
  }
  const valid = await validSigners({ hash, signatures, keys });
  if (valid >= keys.threshold) return;
  throw invalidSignaturesError(
    `Received ${valid} valid signatures from distinct keys ` +
      `(${signatures.length - valid} invalid), but expected at least ` +
      `${keys.threshold} valid for ${party}. ` +
      `Transaction hash to be signed: 1220${bytesToHex(hash)}. ` +
      "Ensure the correct transaction hash is signed with the correct key(s).",
  );
};

interface SignaturesToVerify {
  readonly hash: Uint8Array;
  readonly signatures: readonly UnverifiedSignature[];
  readonly keys: PartySigningKeys;
}

/** Returns the number of distinct keys with a valid signature. */
const validSigners = async ({ hash, signatures, keys }: SignaturesToVerify): Promise<number> => {
  const { isSignatureValid } = await loadSignatureVerifier();
  const signers = new Set<string>();
  for (const signature of signatures) {
    const { signedBy } = signature;
    const key = keys.keys.find(({ fingerprint }) => fingerprint === signedBy);
    if (key === undefined || signers.has(signedBy)) continue;
    if (await isSignatureValid(key, hash, signature)) signers.add(signedBy);
  }
  return signers.size;
};

const invalidSignaturesError = (cause: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause });
