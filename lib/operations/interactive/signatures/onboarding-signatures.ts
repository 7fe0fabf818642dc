import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { SigningPublicKey } from "../../../base/model/signing-keys.ts";
import { computeTopologyMultiHash, hashTopologyTransaction } from "../hash/topology-hash.ts";
import { loadSignatureVerifier } from "../keys/load-signature-verifier.ts";
import type { UnverifiedSignature } from "../keys/signature.ts";
import type { TopologyMapping } from "../wire/topology-transaction.ts";
import type { NamespaceSigningKeys } from "./party-namespace.ts";

/** A topology transaction with the signatures of its hash. */
export interface SignedTopologyMapping {
  readonly serialized: Uint8Array;
  readonly mapping: TopologyMapping;
  readonly signatures: readonly UnverifiedSignature[];
}

export interface SignedOnboardingTransactions {
  readonly transactions: readonly SignedTopologyMapping[];
  /** Signatures of the hash of all transactions together. */
  readonly signatures: readonly UnverifiedSignature[];
  readonly namespace: NamespaceSigningKeys;
}

/** The fingerprints of the keys whose required signatures are missing. */
export interface MissingOnboardingSignatures {
  readonly namespaces: readonly string[];
  readonly keys: readonly string[];
}

/**
 * Resolves to the required signatures that are missing. A namespace delegation must be signed by
 * its target key, and a decentralized namespace by all its owners. The hosting and the key mapping
 * of the party must be signed by enough signers of its namespace and by all its signing keys.
 * Ignores other signatures. Rejects with INVALID_ARGUMENT if a required signature is invalid. Takes
 * a few milliseconds per signature.
 */
export const findMissingOnboardingSignatures = async ({
  transactions,
  signatures,
  namespace,
}: SignedOnboardingTransactions): Promise<MissingOnboardingSignatures> => {
  const all = computeTopologyMultiHash(transactions.map(({ serialized }) => serialized));
  const verifications = new Map<string, Promise<boolean>>();
  const hasSignedAll = (key: SigningPublicKey): Promise<boolean> => {
    const known = verifications.get(key.fingerprint) ?? hasSigned(key, all, signatures);
    verifications.set(key.fingerprint, known);
    return known;
  };
  const missing = { namespaces: new Set<string>(), keys: new Set<string>() };
  for (const { serialized, mapping, signatures: own } of transactions) {
    const signers = new Set<string>();
    const { keys, quorum } = getRequiredSigners(mapping, namespace);
    for (const key of [...keys, ...quorum.keys]) {
      const hash = hashTopologyTransaction(serialized);
      const hasSignedMultiHash = await hasSignedAll(key);
      if ((await hasSigned(key, hash, own)) || hasSignedMultiHash) signers.add(key.fingerprint);
    }
    const hasNotSigned = ({ fingerprint }: SigningPublicKey): boolean => !signers.has(fingerprint);
    const isNamespace =
      mapping.kind !== "partyToParticipant" && mapping.kind !== "partyToKeyMapping";
    for (const { fingerprint } of keys.filter(hasNotSigned)) {
      missing[isNamespace ? "namespaces" : "keys"].add(fingerprint);
    }
    const missingFromQuorum = quorum.keys.filter(hasNotSigned);
    if (quorum.keys.length - missingFromQuorum.length < quorum.threshold) {
      for (const { fingerprint } of missingFromQuorum) missing.namespaces.add(fingerprint);
    }
  }
  return { namespaces: [...missing.namespaces], keys: [...missing.keys] };
};

interface RequiredSigners {
  readonly keys: readonly SigningPublicKey[];
  readonly quorum: NamespaceSigningKeys;
}

const noSigners: NamespaceSigningKeys = { keys: [], threshold: 0 };

const getRequiredSigners = (
  mapping: TopologyMapping,
  namespace: NamespaceSigningKeys,
): RequiredSigners => {
  switch (mapping.kind) {
    case "namespaceDelegation":
      return { keys: [mapping.targetKey], quorum: noSigners };
    case "decentralizedNamespace":
      return { keys: namespace.keys, quorum: noSigners };
    case "partyToParticipant":
    case "partyToKeyMapping":
      return { keys: mapping.signing?.keys ?? [], quorum: namespace };
  }
};

/**
 * Resolves to true if the key has signed. Rejects if a signature with its fingerprint is invalid.
 */
const hasSigned = async (
  key: SigningPublicKey,
  message: Uint8Array,
  signatures: readonly UnverifiedSignature[],
): Promise<boolean> => {
  const { isKeyOnCurve, isSignatureValid } = await loadSignatureVerifier();
  const own = signatures.filter(({ signedBy }) => signedBy === key.fingerprint);
  if (own.length === 0) return false;
  if (!isKeyOnCurve(key)) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The key ${key.fingerprint} is not a usable point of its curve.`,
    });
  }
  const verdicts = await Promise.all(own.map((each) => isSignatureValid(key, message, each)));
  if (!verdicts.includes(false)) return true;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: "Transaction signature verification failed",
    form: "status",
    expected: `signatures over the hash of the onboarding transactions by ${key.fingerprint}`,
  });
};
