import {
  optional,
  optionalList,
  readBytes,
  readObject,
  required,
  type JsonObject,
  type Reader,
} from "../envelope/readers.ts";
import { ledgerError, type LedgerError } from "../errors/ledger-error.ts";
import type { ParticipantId, Party } from "../model/identifiers.ts";
import type { PartySigningKeys, SigningKey } from "../model/signing-keys.ts";
import { loadVerifier } from "./load-verifier.ts";
import { readSignature, type Signature } from "./signature.ts";
import { decodeTopologyTransaction } from "./topology-decode.ts";
import { multiHash, topologyHash } from "./topology-hash.ts";
import type {
  KeysAndThreshold,
  PartyHost,
  PartyToParticipant,
  TopologyMapping,
} from "./topology-transaction.ts";

/** What onboards an external party: checked in itself, and signed by all who have to. */
export interface Onboarding {
  readonly party: Party;
  readonly hosts: readonly PartyHost[];
  readonly signingKeys: PartySigningKeys;
}

/** As a request has it. */
export interface RequestedOnboarding {
  readonly transactions: readonly OnboardingTransaction[];
  /** Over the multi-hash of all transactions. */
  readonly signatures: readonly Signature[];
}

interface OnboardingTransaction {
  readonly serialized: Uint8Array;
  readonly signatures: readonly Signature[];
}

/** Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD. */
export const readOnboarding = (body: JsonObject): RequestedOnboarding => ({
  transactions: required(body, "onboardingTransactions", (json) =>
    optionalList({ list: json }, "list", readOnboardingTransaction),
  ),
  signatures: optional(body, "multiHashSignatures", readSignatures) ?? [],
});

const readSignatures: Reader<readonly Signature[]> = (json) =>
  optionalList({ list: json }, "list", readSignature);

const readOnboardingTransaction: Reader<OnboardingTransaction> = (json) => {
  const object = readObject(json);
  return {
    serialized: required(object, "transaction", readBytes),
    signatures: optionalList(object, "signatures", readSignature),
  };
};

/**
 * Checks topology transactions in the order of interactive-submission.md 10: what they are, that they
 * make one party hosted by `own`, and that the key of its namespace and all its signing keys have
 * signed every one of them. Rejects with INVALID_ARGUMENT.
 */
export const verifyOnboarding = async (
  { transactions, signatures }: RequestedOnboarding,
  own: ParticipantId,
): Promise<Onboarding> => {
  if (transactions.length === 0) throw refused("There are no onboarding transactions.");
  const mappings = transactions.map(({ serialized }) => mappingOf(serialized));
  const hosting = hostingOf(mappings);
  const { party } = hosting;
  checkHosts(hosting, own);
  const signingKeys = signingKeysOf(mappings, hosting);
  const signers = new Map(
    [namespaceKeyOf(mappings, party, signingKeys), ...signingKeys.keys].map(
      (key) => [key.fingerprint, key] as const,
    ),
  );
  const all = multiHash(transactions.map(({ serialized }) => serialized));
  for (const key of signers.values()) {
    await requireSigned(key, [
      [{ message: all, signatures }],
      transactions.map((each) => ({
        message: topologyHash(each.serialized),
        signatures: each.signatures,
      })),
    ]);
  }
  return { party, hosts: hosting.hosts, signingKeys };
};

interface Signed {
  readonly message: Uint8Array;
  readonly signatures: readonly Signature[];
}

/** One of the ways will do; all of its messages have to be signed by the key. */
const requireSigned = async (
  key: SigningKey,
  ways: readonly (readonly Signed[])[],
): Promise<void> => {
  const { isOnCurve, isSignedBy } = await loadVerifier();
  const { fingerprint } = key;
  if (!isOnCurve(key)) throw refused(`The key ${fingerprint} is no usable point of its curve.`);
  const isSigned = async ({ message, signatures }: Signed): Promise<boolean> => {
    const own = signatures.filter(({ signedBy }) => signedBy === fingerprint);
    const verdicts = await Promise.all(own.map((each) => isSignedBy(key, message, each)));
    return verdicts.includes(true);
  };
  for (const way of ways) {
    const verdicts = await Promise.all(way.map(isSigned));
    if (!verdicts.includes(false)) return;
  }
  throw refused(`The onboarding transactions lack a valid signature by the key ${fingerprint}.`);
};

const mappingOf = (serialized: Uint8Array): TopologyMapping => {
  const { operation, serial, mapping } = decodeTopologyTransaction(serialized);
  if (operation !== "addReplace") throw refused("Onboarding transactions add, they do not remove.");
  if (serial !== 1) throw refused("Onboarding transaction serial must be 1");
  return mapping;
};

const hostingOf = (mappings: readonly TopologyMapping[]): PartyToParticipant => {
  const [hosting, ...others] = mappings.filter((mapping) => mapping.kind === "partyToParticipant");
  if (hosting !== undefined && others.length === 0) return hosting;
  throw refused(
    `Exactly one onboarding transaction must be a PartyToParticipant, not ${String(others.length + (hosting ? 1 : 0))}.`,
  );
};

const checkHosts = ({ party, hosts, threshold }: PartyToParticipant, own: ParticipantId): void => {
  const names = new Set(hosts.map(({ participantId }) => participantId));
  if (names.size !== hosts.length) throw refused(`${party} is hosted twice by one participant.`);
  if (hosts.some(({ permission }) => permission === "submission")) {
    throw refused(
      `No participant may have the permission to submit for the external party ${party}.`,
    );
  }
  const here = hosts.find(({ participantId }) => participantId === own);
  if (here === undefined)
    throw refused(`${party} would not be hosted by this participant, ${own}.`);
  const confirming = hosts.filter(({ permission }) => permission === "confirmation").length;
  if (confirming === 0) throw refused(`No participant would confirm for ${party}.`);
  if (threshold < 1 || threshold > confirming) {
    throw refused("Confirmation threshold exceeds number of confirming participants");
  }
};

/** From the one mapping that has them. */
const signingKeysOf = (
  mappings: readonly TopologyMapping[],
  { party, signing }: PartyToParticipant,
): PartySigningKeys => {
  const found: KeysAndThreshold[] = signing === undefined ? [] : [signing];
  for (const mapping of mappings) {
    if (mapping.kind !== "partyToKeyMapping") continue;
    if (mapping.party !== party)
      throw refused(`A key mapping is of ${mapping.party}, not of ${party}.`);
    found.push(mapping.signing);
  }
  const [keys, ...others] = found;
  if (keys === undefined || others.length > 0) {
    throw refused(`The signing keys of ${party} must be given in exactly one place.`);
  }
  const distinct = new Set(keys.keys.map(({ fingerprint }) => fingerprint)).size;
  if (distinct !== keys.keys.length) throw refused(`${party} has a signing key twice.`);
  if (keys.threshold >= 1 && keys.threshold <= distinct) return keys;
  throw refused(
    `The threshold of the ${String(distinct)} signing keys of ${party} is ${String(keys.threshold)}.`,
  );
};

/** The key that the party is named after. */
const namespaceKeyOf = (
  mappings: readonly TopologyMapping[],
  party: Party,
  { keys }: PartySigningKeys,
): SigningKey => {
  const namespace = party.slice(party.lastIndexOf("::") + 2);
  const delegated = mappings.flatMap((mapping) =>
    mapping.kind === "namespaceDelegation" ? [mapping.targetKey] : [],
  );
  const key = [...keys, ...delegated].find(({ fingerprint }) => fingerprint === namespace);
  if (key !== undefined) return key;
  throw refused(`None of the keys that came is that of the namespace ${namespace}.`);
};

const refused = (cause: string): LedgerError => ledgerError("INVALID_ARGUMENT", { cause });
