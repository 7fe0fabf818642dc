import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  identifierPrefixGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { ParticipantId } from "../../../base/identifiers/identifiers.ts";
import type { ParticipantPermission } from "../../../base/model/update.ts";
import { encodeBase64 } from "../../../base/values/base64.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import { checkIdentifierOfUnnamedField } from "../../../views/envelope/identifier-readers.ts";
import {
  readBoolean,
  readInt32,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
} from "../../../views/envelope/readers.ts";
import { requireNoOuterBlanksInHint } from "../../admin/parties/party-hint.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireActiveUser } from "../../authorization/claims.ts";
import type { GenerateExternalPartyTopologyRequest } from "../../requests/interactive.ts";
import { computeTopologyMultiHash } from "../hash/topology-hash.ts";
import { readPublicKey } from "../keys/public-key.ts";
import { encodeTopologyTransaction } from "../wire/topology-encode.ts";
import type { PartyHostingParticipant } from "../wire/topology-transaction.ts";
import { resolveOnboardingSynchronizer } from "./resolve-onboarding-synchronizer.ts";

/** The API's GenerateExternalPartyTopologyResponse. */
export interface GenerateExternalPartyTopologyResponse {
  readonly partyId: string;
  readonly publicKeyFingerprint: string;
  /** Base64. */
  readonly topologyTransactions: readonly string[];
  /** The hash to sign: 34 bytes in base64. */
  readonly multiHash: string;
}

/**
 * POST /v2/parties/external/generate-topology: returns the topology transactions that the owner of
 * a key must sign so that this participant hosts the party `<hint>::<fingerprint of the key>`
 * (interactive-submission.md 10). Writes nothing. Raises INVALID_ARGUMENT, UNAUTHENTICATED, and
 * (like a participant) LEDGER_API_INTERNAL_ERROR if no participant would confirm for the party.
 */
export const generateExternalPartyTopology = (
  { state, config }: Ledger,
  request: GenerateExternalPartyTopologyRequest,
  caller: Caller = trustedCaller,
): GenerateExternalPartyTopologyResponse => {
  requireActiveUser(caller);
  const body = readJsonObject(request);
  const key = readOptionalJsonField(body, "publicKey", readPublicKey);
  if (key === undefined) throw invalidTopologyError("Field `public_key` is not set", "publicKey");
  const hosting = {
    observesOnly:
      readOptionalJsonField(body, "localParticipantObservationOnly", readBoolean) ?? false,
    confirming: readOptionalList(body, "otherConfirmingParticipantUids", readJsonString),
    observing: readOptionalList(body, "observingParticipantUids", readJsonString),
    threshold: readOptionalJsonField(body, "confirmationThreshold", readInt32) ?? 0,
  };
  const hint = readOptionalText(body, "partyHint");
  resolveOnboardingSynchronizer(state, readOptionalText(body, "synchronizer"), "logical id");
  if (hint === "") throw invalidTopologyError("Party hint is empty", "partyHint");
  checkIdentifierOfUnnamedField(identifierPrefixGrammar, hint, "partyHint");
  requireNoOuterBlanksInHint(hint, "partyHint", config);
  const hosts = createPartyHosts(state.participantId, hosting);
  const partyId = `${hint}::${key.fingerprint}`;
  const serialized = encodeTopologyTransaction({
    operation: "addReplace",
    serial: 1,
    mapping: {
      kind: "partyToParticipant",
      party: partyId,
      threshold: computeConfirmationThreshold(hosts, hosting.threshold),
      hosts,
      signing: { keys: [key], threshold: 1 },
    },
  });
  return {
    partyId,
    publicKeyFingerprint: key.fingerprint,
    topologyTransactions: [encodeBase64(serialized)],
    multiHash: encodeBase64(computeTopologyMultiHash([serialized])),
  };
};

interface RequestedHosting {
  readonly observesOnly: boolean;
  readonly confirming: readonly string[];
  readonly observing: readonly string[];
}

const createPartyHosts = (
  own: ParticipantId,
  { observesOnly, confirming, observing }: RequestedHosting,
): readonly PartyHostingParticipant[] => {
  const hosts: PartyHostingParticipant[] = [
    { participantId: own, permission: observesOnly ? "observation" : "confirmation" },
    ...createParticipantHosts(confirming, "confirmation", "otherConfirmingParticipantUids"),
    ...createParticipantHosts(observing, "observation", "observingParticipantUids"),
  ];
  const named = new Set<ParticipantId>();
  for (const { participantId } of hosts) {
    if (named.has(participantId)) {
      throw invalidTopologyError(
        `The participant ${participantId} is named twice among the hosts of the party.`,
      );
    }
    named.add(participantId);
  }
  return hosts;
};

const createParticipantHosts = (
  names: readonly string[],
  permission: ParticipantPermission,
  field: string,
): readonly PartyHostingParticipant[] =>
  names.map((name, index) => ({
    participantId: checkIdentifierOfUnnamedField(
      uniqueIdentifierGrammar,
      name,
      `${field}[${index}]`,
    ),
    permission,
  }));

/** Returns the confirmation threshold; the default is the number of confirming participants. */
const computeConfirmationThreshold = (
  hosts: readonly PartyHostingParticipant[],
  requested: number,
): number => {
  const confirming = hosts.filter(({ permission }) => permission === "confirmation").length;
  if (confirming === 0 && requested === 0) throw unconfirmedPartyError();
  if (requested < 0) {
    throw invalidTopologyError("A threshold is not negative.", "confirmationThreshold");
  }
  if (requested > confirming) {
    throw invalidTopologyError(
      "Confirmation threshold exceeds number of confirming participants",
      "confirmationThreshold",
    );
  }
  return requested === 0 ? confirming : requested;
};

/** Returns the internal error that a participant returns if no participant would confirm. */
const unconfirmedPartyError = (): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: "No participant would confirm for the party.",
    path: "localParticipantObservationOnly",
    expected: "false, unless another participant confirms for the party",
  });

const invalidTopologyError = (cause: string, path?: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause, ...(path === undefined ? {} : { path }) });
