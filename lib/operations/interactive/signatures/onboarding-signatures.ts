import { type LedgerError, ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { SigningKey } from "../../../ground/model/signing-keys.ts";
import { multiHash, topologyHash } from "../hash/topology-hash.ts";
import { loadVerifier } from "../keys/load-verifier.ts";
import type { Signature } from "../keys/signature.ts";
import type { TopologyMapping } from "../wire/topology-transaction.ts";
import type { NamespaceSigners } from "./party-namespace.ts";

/** A topology transaction with the signatures that are over its hash alone. */
export interface SignedMapping {
  readonly serialized: Uint8Array;
  readonly mapping: TopologyMapping;
  readonly signatures: readonly Signature[];
}

export interface OnboardingSignatures {
  readonly transactions: readonly SignedMapping[];
  /** Over the hash of all transactions together. */
  readonly signatures: readonly Signature[];
  readonly namespace: NamespaceSigners;
}

/**
 * Requires that everybody has signed every transaction who has to: for a namespace delegation its key,
 * for a decentralized namespace all its owners, for the hosting and the keys of the party whoever
 * speaks for its namespace, and every signing key besides. Rejects with INVALID_ARGUMENT. A few
 * milliseconds per signature.
 */
export const requireOnboardingSignatures = async ({
  transactions,
  signatures,
  namespace,
}: OnboardingSignatures): Promise<void> => {
  const all = multiHash(transactions.map(({ serialized }) => serialized));
  const verdicts = new Map<string, Promise<boolean>>();
  const hasSignedAll = (key: SigningKey): Promise<boolean> => {
    const known = verdicts.get(key.fingerprint) ?? isSigned(key, all, signatures);
    verdicts.set(key.fingerprint, known);
    return known;
  };
  for (const { serialized, mapping, signatures: own } of transactions) {
    const hasSigned = async (key: SigningKey): Promise<boolean> =>
      (await hasSignedAll(key)) || isSigned(key, topologyHash(serialized), own);
    const { keys, quorum } = requiredFor(mapping, namespace);
    for (const key of keys) if (!(await hasSigned(key))) throw unsigned(key);
    await requireQuorum(quorum, hasSigned);
  }
};

interface Required {
  readonly keys: readonly SigningKey[];
  readonly quorum: NamespaceSigners;
}

const nobody: NamespaceSigners = { keys: [], threshold: 0 };

const requiredFor = (mapping: TopologyMapping, namespace: NamespaceSigners): Required => {
  switch (mapping.kind) {
    case "namespaceDelegation":
      return { keys: [mapping.targetKey], quorum: nobody };
    case "decentralizedNamespace":
      return { keys: namespace.keys, quorum: nobody };
    case "partyToParticipant":
    case "partyToKeyMapping":
      return { keys: mapping.signing?.keys ?? [], quorum: namespace };
  }
};

const requireQuorum = async (
  { keys, threshold }: NamespaceSigners,
  hasSigned: (key: SigningKey) => Promise<boolean>,
): Promise<void> => {
  const verdicts = await Promise.all(keys.map(hasSigned));
  const [key] = keys.filter((_, index) => verdicts[index] === false);
  if (key === undefined || verdicts.filter(Boolean).length >= threshold) return;
  throw unsigned(key);
};

const isSigned = async (
  key: SigningKey,
  message: Uint8Array,
  signatures: readonly Signature[],
): Promise<boolean> => {
  const { isOnCurve, isSignedBy } = await loadVerifier();
  const own = signatures.filter(({ signedBy }) => signedBy === key.fingerprint);
  if (own.length === 0) return false;
  if (!isOnCurve(key)) {
    throw refused(`The key ${key.fingerprint} is no usable point of its curve.`);
  }
  const verdicts = await Promise.all(own.map((each) => isSignedBy(key, message, each)));
  return verdicts.includes(true);
};

const unsigned = ({ fingerprint }: SigningKey): LedgerError =>
  refused(`The onboarding transactions lack a valid signature by the key ${fingerprint}.`);

const refused = (cause: string): LedgerError => ledgerError("INVALID_ARGUMENT", { cause });
