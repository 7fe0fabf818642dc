import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type { Offset, Party, SynchronizerId } from "../base/identifiers/identifiers.ts";
import { computeRightKey, type Right, type User } from "../base/model/administration.ts";
import { type ApiVersion, resolveApiVersion } from "../ledger/port/api-version.ts";
import { readRequestedRights } from "../operations/admin/users/rights.ts";
import { readUserJson } from "../operations/admin/users/user-json.ts";
import {
  createListReader,
  type JsonObject,
  readJsonObject,
  readJsonString,
  readOffset,
  readOptionalJsonField,
  readRequiredJsonField,
} from "../views/envelope/readers.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { unexpectedParticipantResponseError } from "./remote-error.ts";

/** Facts about the participant, and the part of its ledger to fork. */
export interface ParticipantFacts {
  /** The version that the participant reports, such as `3.5.1`. */
  readonly version: string;
  /** The API version of that release, or the nearest one for a release of an unsupported line. */
  readonly apiVersion: ApiVersion;
  readonly participantId: string;
  readonly synchronizers: readonly { readonly alias: string; readonly id: SynchronizerId }[];
  readonly offset: Offset;
  readonly prunedUpTo: Offset;
  /** The user of the token; undefined if there is no such user. */
  readonly user: User | undefined;
  /** The parties to read as; undefined for all parties. */
  readonly parties: readonly Party[] | undefined;
}

/**
 * Reads the participant's identity, the offset to fork, and the parties that may be read. Rejects
 * with PERMISSION_DENIED for a missing right, PARTY_NOT_FOUND, OFFSET_AFTER_LEDGER_END,
 * PARTICIPANT_PRUNED_DATA_ACCESSED, and with the participant's errors.
 */
export const readParticipantFacts = async (
  remote: ParticipantReader,
  options: ForkOptions,
): Promise<ParticipantFacts> => {
  const version = readRequiredText(await remote.get("/v2/version"), "version");
  const participantId = readRequiredText(
    await remote.get("/v2/parties/participant-id"),
    "participantId",
  );
  const user = await readUser(remote);
  const parties = listReadableParties(user, options.parties);
  // Skip the check for cached responses: it was made when they were read from the participant.
  if (remote.isCached !== true) {
    for (const party of options.parties ?? []) await requireHosted(remote, party);
  }
  const connected = await remote.get("/v2/state/connected-synchronizers");
  const prunedUpTo = await readPruned(remote);
  const end = readRequiredJsonField(await remote.get("/v2/state/ledger-end"), "offset", readOffset);
  return {
    version,
    apiVersion: resolveApiVersion(version),
    participantId,
    synchronizers: readSynchronizers(connected),
    offset: requireValidPin(options.atOffset ?? end, { end, prunedUpTo }),
    prunedUpTo,
    user,
    parties,
  };
};

const readRequiredText = (json: JsonObject, field: string): string =>
  readRequiredJsonField(json, field, readJsonString);

/** Maximum number of synchronizers; a participant is connected to only a few. */
const maxSynchronizers = 100;

const readSynchronizers = (json: JsonObject): ParticipantFacts["synchronizers"] => {
  const found =
    readOptionalJsonField(json, "connectedSynchronizers", createListReader(readJsonObject))?.map(
      (each) => ({
        alias: readRequiredText(each, "synchronizerAlias"),
        id: readRequiredText(each, "synchronizerId"),
      }),
    ) ?? [];
  const byId = new Map<SynchronizerId, (typeof found)[number]>();
  for (const each of found) if (!byId.has(each.id)) byId.set(each.id, each);
  if (byId.size > maxSynchronizers) {
    throw unexpectedParticipantResponseError(
      "GET /v2/state/connected-synchronizers",
      `it returned ${byId.size} synchronizers`,
    );
  }
  if (byId.size > 0) return [...byId.values()];
  throw ledgerError("NOT_CONNECTED_TO_ANY_SYNCHRONIZER", {
    cause: "The participant is not connected to a synchronizer, so there is nothing to fork.",
  });
};

const readPruned = async (remote: ParticipantReader): Promise<Offset> => {
  const pruned = await remote.get("/v2/state/latest-pruned-offsets");
  return readOptionalJsonField(pruned, "participantPrunedUpToInclusive", readOffset) ?? 0;
};

interface OffsetBounds {
  readonly end: Offset;
  readonly prunedUpTo: Offset;
}

const requireValidPin = (offset: Offset, { end, prunedUpTo }: OffsetBounds): Offset => {
  if (!Number.isSafeInteger(offset) || offset < (end === 0 ? 0 : 1)) {
    throw createInvalidArgumentError({
      field: "atOffset",
      expected: "a whole number from 1",
      found: offset,
    });
  }
  if (offset > end) {
    throw ledgerError("OFFSET_AFTER_LEDGER_END", {
      cause: `atOffset is ${offset}, but the participant's ledger ends at ${end}.`,
      path: "atOffset",
    });
  }
  if (offset < prunedUpTo) {
    throw ledgerError("PARTICIPANT_PRUNED_DATA_ACCESSED", {
      cause: `atOffset is ${offset}, but the participant was pruned up to ${prunedUpTo}. Use an offset from ${prunedUpTo} to ${end}.`,
      context: { earliest_offset: String(prunedUpTo) },
      path: "atOffset",
    });
  }
  return offset;
};

/**
 * Resolves to the user of the token. Resolves to undefined if the participant has no authorization,
 * or if the token belongs to no user, which is possible for administrators.
 */
const readUser = async (remote: ParticipantReader): Promise<User | undefined> => {
  if (!remote.hasToken) return undefined;
  try {
    const { metadata, ...user } = readRequiredJsonField(
      await remote.get("/v2/authenticated-user"),
      "user",
      readUserJson,
    );
    const path = `/v2/users/${encodeURIComponent(user.id)}/rights`;
    const rights = readRequestedRights(await remote.get(path)).filter((each) => each !== undefined);
    return {
      ...user,
      metadata: { resourceVersion: 0, annotations: metadata.annotations },
      rights: new Map(rights.map((right) => [computeRightKey(right), right])),
    };
  } catch (error) {
    if (isLedgerError(error) && unavailableUserErrorCodes.has(error.code)) return undefined;
    throw error;
  }
};

const unavailableUserErrorCodes: ReadonlySet<string> = new Set([
  "INVALID_TOKEN",
  "PERMISSION_DENIED",
  "USER_NOT_FOUND",
  "INVALID_ARGUMENT",
]);

const listReadableParties = (
  user: User | undefined,
  requested: readonly Party[] | undefined,
): readonly Party[] | undefined => {
  if (requested?.length === 0) {
    throw createInvalidArgumentError({
      field: "parties",
      expected: "at least one party",
      found: requested,
    });
  }
  if (user === undefined) return requested && [...new Set(requested)];
  const rights = [...user.rights.values()];
  const readsAll = rights.some(({ kind }) => kind === "CanReadAsAnyParty");
  const actsAll = rights.some(({ kind }) => kind === "CanActAsAnyParty");
  if (requested === undefined && readsAll) return undefined;
  const readable = new Set(rights.flatMap(listPartiesReadByRight));
  const parties = [...new Set(requested ?? readable)];
  const missing = readsAll || actsAll ? [] : parties.filter((party) => !readable.has(party));
  if (missing.length === 0 && parties.length > 0) return parties;
  throw ledgerError("PERMISSION_DENIED", {
    cause:
      parties.length === 0
        ? `The user ${user.id} has no right to read as any party. It needs CanReadAs for at least one.`
        : `The user ${user.id} has no right to read as ${missing.join(", ")}. It needs CanReadAs for each of them.`,
  });
};

const listPartiesReadByRight = (right: Right): readonly Party[] =>
  right.kind === "CanReadAs" || right.kind === "CanActAs" ? [right.party] : [];

/**
 * Rejects if the participant does not host the party, because then it does not know which contracts
 * the party sees.
 */
const requireHosted = async (remote: ParticipantReader, party: Party): Promise<void> => {
  const path = `/v2/state/connected-synchronizers?party=${encodeURIComponent(party)}`;
  const where = await remote.get(path).catch((error: unknown) => {
    // Some versions allow this query only to administrators.
    if (isLedgerError(error) && error.code === "PERMISSION_DENIED") return undefined;
    throw error;
  });
  const found =
    where &&
    readOptionalJsonField(where, "connectedSynchronizers", createListReader(readJsonObject));
  if (found?.length !== 0) return;
  throw ledgerError("PARTY_NOT_FOUND", {
    cause: `The participant does not host the party ${party}.`,
    resources: [["PARTY", party]],
    path: "parties",
  });
};
