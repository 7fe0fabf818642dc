import { type LedgerError, ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { ParticipantId, Party } from "../../../ground/identifiers/identifiers.ts";
import type { PartySigningKeys } from "../../../ground/model/signing-keys.ts";
import {
  type JsonObject,
  optional,
  optionalList,
  readBytes,
  type Reader,
  readObject,
  required,
} from "../../../views/envelope/readers.ts";
import { readSignature, type Signature } from "../keys/signature.ts";
import { requireOnboardingSignatures } from "../signatures/onboarding-signatures.ts";
import { signersOfNamespace } from "../signatures/party-namespace.ts";
import { decodeTopologyTransaction } from "../wire/topology-decode.ts";
import type {
  KeysAndThreshold,
  PartyHost,
  PartyToParticipant,
  TopologyMapping,
} from "../wire/topology-transaction.ts";

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
 * make one party hosted by `own`, and that they are signed by who speaks for its namespace and by all its
 * signing keys. Rejects with INVALID_ARGUMENT.
 */
export const verifyOnboarding = async (
  { transactions, signatures }: RequestedOnboarding,
  own: ParticipantId,
): Promise<Onboarding> => {
  if (transactions.length === 0) throw refused("There are no onboarding transactions.");
  const signed = transactions.map((each) => ({ ...each, mapping: mappingOf(each.serialized) }));
  const mappings = signed.map(({ mapping }) => mapping);
  const hosting = hostingOf(mappings);
  const { party, hosts } = hosting;
  checkHosts(hosting, own);
  const signingKeys = signingKeysOf(mappings, hosting);
  const namespace = signersOfNamespace(mappings, hosting);
  await requireOnboardingSignatures({ transactions: signed, signatures, namespace });
  return { party, hosts, signingKeys };
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
    `Exactly one onboarding transaction must be a PartyToParticipant, not ${others.length + (hosting ? 1 : 0)}.`,
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
  if (here === undefined) {
    throw refused(`${party} would not be hosted by this participant, ${own}.`);
  }
  const confirming = hosts.filter(({ permission }) => permission === "confirmation").length;
  if (confirming === 0) throw refused(`No participant would confirm for ${party}.`);
  if (threshold < 1 || threshold > confirming) {
    throw refused("Confirmation threshold exceeds number of confirming participants");
  }
};

/** As many keys may sign for a party. */
const maxKeys = 20;

/** From the one mapping that has them. */
const signingKeysOf = (
  mappings: readonly TopologyMapping[],
  { party, signing }: PartyToParticipant,
): PartySigningKeys => {
  const found: KeysAndThreshold[] = signing === undefined ? [] : [signing];
  for (const mapping of mappings) {
    if (mapping.kind !== "partyToKeyMapping") continue;
    if (mapping.party !== party) {
      throw refused(`A key mapping is of ${mapping.party}, not of ${party}.`);
    }
    found.push(mapping.signing);
  }
  const [keys, ...others] = found;
  if (keys === undefined || others.length > 0) {
    throw refused(`The signing keys of ${party} must be given in exactly one place.`);
  }
  const distinct = new Set(keys.keys.map(({ fingerprint }) => fingerprint)).size;
  if (distinct !== keys.keys.length) throw refused(`${party} has a signing key twice.`);
  if (distinct > maxKeys) {
    throw refused(`${party} has ${distinct} signing keys; ${maxKeys} are allowed.`);
  }
  if (keys.threshold >= 1 && keys.threshold <= distinct) return keys;
  throw refused(`The threshold of the ${distinct} signing keys of ${party} is ${keys.threshold}.`);
};

const refused = (cause: string): LedgerError => ledgerError("INVALID_ARGUMENT", { cause });
