import { invalidFieldError } from "../../../base/errors/argument-error.ts";
import { isLedgerError, type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  getNamespace,
  type ParticipantId,
  type Party,
} from "../../../base/identifiers/identifiers.ts";
import type { PartySigningKeys } from "../../../base/model/signing-keys.ts";
import {
  type JsonObject,
  type JsonReader,
  readBase64Bytes,
  readJsonObject,
  readOptionalJsonField,
  readOptionalList,
} from "../../../views/envelope/readers.ts";
import { readSignature, type UnverifiedSignature } from "../keys/signature.ts";
import {
  findMissingOnboardingSignatures,
  type MissingOnboardingSignatures,
  type SignedTopologyMapping,
} from "../signatures/onboarding-signatures.ts";
import { resolveNamespaceSigners } from "../signatures/party-namespace.ts";
import { decodeTopologyTransaction } from "../wire/topology-decode.ts";
import type {
  PartyHostingParticipant,
  PartyToParticipant,
  SigningKeysAndThreshold,
  TopologyMapping,
  TopologyTransaction,
} from "../wire/topology-transaction.ts";

/** The checked topology transactions that onboard an external party. */
export interface VerifiedPartyOnboarding {
  readonly party: Party;
  readonly hosts: readonly PartyHostingParticipant[];
  readonly signingKeys: PartySigningKeys;
  /**
   * True if all required signatures are present; otherwise the transactions are a proposal, which
   * does not create the party yet.
   */
  readonly isAuthorized: boolean;
}

/** The topology transactions of a request. */
export interface OnboardingTransactions {
  readonly transactions: readonly OnboardingTransaction[];
  /** Signatures of the multi-hash of all transactions. */
  readonly signatures: readonly UnverifiedSignature[];
}

interface OnboardingTransaction {
  readonly serialized: Uint8Array;
  readonly content: TopologyTransaction;
  readonly signatures: readonly UnverifiedSignature[];
}

/**
 * Maximum number of transactions. A party needs fewer: one or two, and one for each owner of a
 * decentralized namespace.
 */
const maxTransactions = 100;

/**
 * Maximum number of signatures, the same as for a prepared transaction. Each takes up to a few
 * milliseconds to verify.
 */
const maxSignatures = 50;

/**
 * Reads the topology transactions of a request. Raises INVALID_ARGUMENT, MISSING_FIELD,
 * INVALID_FIELD.
 */
export const readOnboardingTransactions = (body: JsonObject): OnboardingTransactions => {
  const transactions = readOptionalList(body, "onboardingTransactions", readOnboardingTransaction);
  if (transactions.length === 0) {
    throw invalidFieldError({
      field: "onboardingTransactions",
      expected: "one transaction or more",
    });
  }
  if (transactions.length > maxTransactions) {
    throw invalidFieldError({
      field: "onboardingTransactions",
      expected: `at most ${maxTransactions} transactions`,
      found: transactions.length,
    });
  }
  const signatures = readOptionalList(body, "multiHashSignatures", readSignature);
  const given = [signatures, ...transactions.map((each) => each.signatures)];
  const count = given.reduce((sum, { length }) => sum + length, 0);
  if (count > maxSignatures) {
    throw invalidFieldError({
      field: "multiHashSignatures",
      expected: `at most ${maxSignatures} signatures in all`,
      found: count,
    });
  }
  return { transactions, signatures };
};

const readOnboardingTransaction: JsonReader<OnboardingTransaction> = (json) => {
  const object = readJsonObject(json);
  const serialized =
    readOptionalJsonField(object, "transaction", readBase64Bytes) ?? new Uint8Array();
  return {
    serialized,
    content: decodeContent(serialized),
    signatures: readOptionalList(object, "signatures", readSignature),
  };
};

const decodeContent = (serialized: Uint8Array): TopologyTransaction => {
  try {
    return decodeTopologyTransaction(serialized);
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    const expected = `a topology transaction that can be decoded: ${error.details.cause}`;
    throw invalidFieldError({ field: "transaction", expected });
  }
};

/**
 * Checks topology transactions in the order of interactive-submission.md 10: that their content is
 * valid and makes `own` host exactly one party, and whether the required signatures of the party's
 * namespace and of its signing keys are present. Rejects with INVALID_ARGUMENT, and with
 * UNKNOWN_RESOURCE if the party would be hosted by a participant that is not in `others`.
 */
export const verifyPartyOnboarding = async (
  { transactions, signatures }: OnboardingTransactions,
  own: ParticipantId,
  others: readonly ParticipantId[],
): Promise<VerifiedPartyOnboarding> => {
  const signed = transactions.map((each) => ({
    ...each,
    mapping: requireAddedMapping(each.content),
  }));
  const mappings = signed.map(({ mapping }) => mapping);
  const hosting = findHostingMapping(mappings);
  const { party, hosts } = hosting;
  checkHosts(hosting, own);
  const signingKeys = findSigningKeys(mappings, hosting);
  const namespace = resolveNamespaceSigners(mappings, hosting);
  const missing = await findMissingOnboardingSignatures({
    transactions: signed,
    signatures,
    namespace,
  });
  const unknownHosts = hosts.filter(
    ({ participantId }) => participantId !== own && !others.includes(participantId),
  );
  if (unknownHosts.length > 0) throw unknownMembersError(unknownHosts);
  const isAuthorized = missing.namespaces.length === 0 && missing.keys.length === 0;
  if (!isAuthorized && requiresAllSignatures(signed, signatures, hosting)) {
    throw missingAuthorizationError(missing);
  }
  return { party, hosts, signingKeys, isAuthorized };
};

/**
 * Returns true if missing signatures are an error instead of making the request a proposal: if the
 * transactions include the party's namespace delegation, or a signature of the namespace's key.
 */
const requiresAllSignatures = (
  transactions: readonly SignedTopologyMapping[],
  signatures: readonly UnverifiedSignature[],
  { party }: PartyToParticipant,
): boolean =>
  transactions.some(
    ({ mapping, signatures: own }) =>
      (mapping.kind === "namespaceDelegation" &&
        !transactions.some((each) => each.mapping.kind === "decentralizedNamespace")) ||
      (mapping.kind === "partyToParticipant" &&
        [...own, ...signatures].some(({ signedBy }) => signedBy === getNamespace(party))),
  );

const requireAddedMapping = ({
  operation,
  serial,
  mapping,
}: TopologyTransaction): TopologyMapping => {
  if (operation !== "addReplace") {
    throw invalidOnboardingError("Onboarding transactions must add mappings, not remove them.");
  }
  if (serial !== 1) throw invalidOnboardingError("Onboarding transaction serial must be 1");
  return mapping;
};

const findHostingMapping = (mappings: readonly TopologyMapping[]): PartyToParticipant => {
  const [hosting, ...others] = mappings.filter((mapping) => mapping.kind === "partyToParticipant");
  if (hosting !== undefined && others.length === 0) return hosting;
  throw invalidOnboardingError(
    `Exactly one onboarding transaction must be a PartyToParticipant, not ${others.length + (hosting ? 1 : 0)}.`,
  );
};

const checkHosts = ({ party, hosts, threshold }: PartyToParticipant, own: ParticipantId): void => {
  const names = new Set(hosts.map(({ participantId }) => participantId));
  if (names.size !== hosts.length) {
    throw invalidOnboardingError(`One participant is named twice as a host of ${party}.`);
  }
  if (hosts.some(({ permission }) => permission === "submission")) {
    throw invalidOnboardingError(
      `No participant may have the permission to submit for the external party ${party}.`,
    );
  }
  const here = hosts.find(({ participantId }) => participantId === own);
  if (here === undefined) {
    throw invalidOnboardingError(`${party} would not be hosted by this participant, ${own}.`);
  }
  const confirming = hosts.filter(({ permission }) => permission === "confirmation").length;
  if (confirming === 0) throw invalidOnboardingError(`No participant would confirm for ${party}.`);
  if (threshold < 1 || threshold > confirming) {
    throw invalidOnboardingError(
      "Confirmation threshold exceeds number of confirming participants",
    );
  }
};

/** Maximum number of signing keys of a party. */
const maxKeys = 20;

/** Returns the signing keys from the only mapping that has them. */
const findSigningKeys = (
  mappings: readonly TopologyMapping[],
  { party, signing }: PartyToParticipant,
): PartySigningKeys => {
  const found: SigningKeysAndThreshold[] = signing === undefined ? [] : [signing];
  for (const mapping of mappings) {
    if (mapping.kind !== "partyToKeyMapping") continue;
    if (mapping.party !== party) {
      throw invalidOnboardingError(`A key mapping is for ${mapping.party}, not for ${party}.`);
    }
    found.push(mapping.signing);
  }
  const [keys, ...others] = found;
  if (keys === undefined || others.length > 0) {
    throw invalidOnboardingError(
      `The signing keys of ${party} must be given in exactly one place.`,
    );
  }
  const distinct = new Set(keys.keys.map(({ fingerprint }) => fingerprint)).size;
  if (distinct !== keys.keys.length) {
    throw invalidOnboardingError(`${party} has a signing key twice.`);
  }
  if (distinct > maxKeys) {
    throw invalidOnboardingError(
      `${party} has ${distinct} signing keys. At most ${maxKeys} are allowed.`,
    );
  }
  if (keys.threshold >= 1 && keys.threshold <= distinct) return keys;
  throw invalidOnboardingError(
    `The threshold of the signing keys of ${party} is ${keys.threshold}. It must be from 1 to ${distinct}, the number of keys.`,
  );
};

const missingAuthorizationError = ({
  namespaces,
  keys,
}: MissingOnboardingSignatures): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      "Topology transaction is missing authorizations by " +
      `namespaces=${formatFingerprintSet(namespaces)} and keys=${formatFingerprintSet(keys)}`,
    form: "status",
    expected: `signatures by ${[...namespaces, ...keys].join(", ")}`,
  });

const formatFingerprintSet = (fingerprints: readonly string[]): string =>
  `Set(${fingerprints.map((each) => `${each.slice(0, 12)}...`).join(", ")})`;

const unknownMembersError = (hosts: readonly PartyHostingParticipant[]): LedgerError => {
  const members = hosts.map(({ participantId }) => `PAR::${participantId}`).join(", ");
  return ledgerError("UNKNOWN_RESOURCE", {
    cause: `Members ${members} are unknown.`,
    form: "status",
    expected:
      "this participant as the only host, because no other participant is connected to its synchronizers",
  });
};

const invalidOnboardingError = (cause: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause });
