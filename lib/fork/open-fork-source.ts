import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type { JsonObject } from "../base/values/json-object.ts";
import {
  downloadRemoteActiveContracts,
  requireContractsWithinLimit,
} from "./download-remote-active-contracts.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { type ParticipantFacts, readParticipantFacts } from "./read-facts.ts";
import { RecordedParticipantReader, RecordingParticipantReader } from "./recorder.ts";
import { RemoteParticipantReader } from "./remote.ts";
import {
  createForkSnapshotName,
  decodeForkSnapshot,
  encodeForkSnapshot,
  type ForkSnapshot,
} from "./snapshot.ts";

/** The facts and contracts of a fork, and the reader for the remaining requests. */
export interface OpenedForkSource {
  readonly reader: ParticipantReader;
  readonly facts: ParticipantFacts;
  readonly items: readonly JsonObject[];
  /** Writes all responses to the cache, unless there is none or the responses came from it. */
  readonly keep: () => Promise<void>;
}

/**
 * Reads the facts and the contracts, from a snapshot in the cache if there is one, otherwise from
 * the participant. Rejects with the errors of `readParticipantFacts` and `downloadRemoteActiveContracts`, and with
 * INVALID_ARGUMENT if the cache was modified.
 */
export const openForkSource = async (options: ForkOptions): Promise<OpenedForkSource> => {
  const remote = new RemoteParticipantReader(options);
  const kept = await findCached(options);
  if (kept !== undefined) return readFromSnapshot(kept, options);
  if (options.offline === true) throw notCachedError(options);
  const recorder = new RecordingParticipantReader(remote);
  const facts = await readParticipantFacts(recorder, options);
  const items = await downloadRemoteActiveContracts(remote, facts, options);
  const { calls, hasToken } = recorder;
  return {
    reader: recorder,
    facts,
    items,
    keep: () => saveForkSnapshot({ hasToken, calls, items }, facts, options),
  };
};

/** Returns the error for an offline fork. It names the missing option, or the missing snapshot. */
const notCachedError = ({ cache, atOffset, parties, token }: ForkOptions): LedgerError => {
  const wanted = cache === undefined ? "cache" : atOffset === undefined ? "atOffset" : undefined;
  const missing = wanted ?? (parties === undefined && token !== undefined ? "parties" : undefined);
  return ledgerError("INVALID_ARGUMENT", {
    cause:
      missing === undefined
        ? `The cache has no fork of these parties and templates at offset ${atOffset}. Fork once with access to the participant.`
        : `An offline fork needs the option ${missing} to find its data in the cache.`,
    path: missing ?? "cache",
  });
};

/**
 * Resolves to the matching snapshot in the cache, if there is one. Does not use the cache for a
 * token without `parties`, because then only the participant knows which parties may be read.
 */
const findCached = async (options: ForkOptions): Promise<ForkSnapshot | undefined> => {
  const { cache, atOffset, parties, token } = options;
  const isKnown = parties !== undefined || token === undefined;
  if (cache === undefined || atOffset === undefined || !isKnown) return undefined;
  const name = createForkSnapshotName(options, atOffset);
  const bytes = await cache.read(name);
  return bytes && decodeForkSnapshot(bytes, name);
};

const readFromSnapshot = async (
  { hasToken, calls, items }: ForkSnapshot,
  options: ForkOptions,
): Promise<OpenedForkSource> => {
  const reader = new RecordedParticipantReader(calls, hasToken);
  const facts = await readParticipantFacts(reader, options);
  return {
    reader,
    facts,
    items: requireContractsWithinLimit(items, options),
    keep: () => Promise.resolve(),
  };
};

const saveForkSnapshot = async (
  snapshot: ForkSnapshot,
  { offset, parties }: ParticipantFacts,
  { cache, url, templates, interfaces }: ForkOptions,
): Promise<void> => {
  if (cache === undefined || offset === 0) return;
  const selection = {
    url,
    ...(parties && { parties }),
    ...(templates && { templates }),
    ...(interfaces && { interfaces }),
  };
  await cache.write(createForkSnapshotName(selection, offset), encodeForkSnapshot(snapshot));
};
