import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type { JsonObject } from "../base/values/json-object.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { boundedContracts, readContracts } from "./read-contracts.ts";
import { type ParticipantFacts, readFacts } from "./read-facts.ts";
import { Recorder, Recording } from "./recorder.ts";
import { Remote } from "./remote.ts";
import { decodeSnapshot, encodeSnapshot, type ForkSnapshot, snapshotName } from "./snapshot.ts";

/** The facts and contracts of a fork, and the reader for the remaining requests. */
export interface StartedForkRead {
  readonly reader: ParticipantReader;
  readonly facts: ParticipantFacts;
  readonly items: readonly JsonObject[];
  /** Writes all answers to the cache, if there is a cache and the answers did not come from it. */
  readonly keep: () => Promise<void>;
}

/**
 * Reads the facts and the contracts. If the cache has a snapshot, the participant is not called.
 * Rejects as `readFacts` and `readContracts` do, and with INVALID_ARGUMENT if the cache was
 * modified.
 */
export const startForkRead = async (options: ForkOptions): Promise<StartedForkRead> => {
  const remote = new Remote(options);
  const kept = await keptOf(options);
  if (kept !== undefined) return fromSnapshot(kept, options);
  if (options.offline === true) throw notCached(options);
  const recorder = new Recorder(remote);
  const facts = await readFacts(recorder, options);
  const items = await readContracts(remote, facts, options);
  const { calls, hasToken } = recorder;
  return {
    reader: recorder,
    facts,
    items,
    keep: () => keep({ hasToken, calls, items }, facts, options),
  };
};

/** Returns the error for an offline fork. It names the missing option, or the missing snapshot. */
const notCached = ({ cache, atOffset, parties, token }: ForkOptions): LedgerError => {
  const wanted = cache === undefined ? "cache" : atOffset === undefined ? "atOffset" : undefined;
  const missing = wanted ?? (parties === undefined && token !== undefined ? "parties" : undefined);
  return ledgerError("INVALID_ARGUMENT", {
    cause:
      missing === undefined
        ? `The cache has no fork at offset ${atOffset} of these parties and templates: make it once with the participant at hand.`
        : `A fork without asking anybody needs ${missing}, to find it in the cache.`,
    path: missing ?? "cache",
  });
};

/**
 * Returns the cached snapshot, if one applies. With a token and without `parties`, the readable
 * parties are known only to the participant, so the cache is not used.
 */
const keptOf = async (options: ForkOptions): Promise<ForkSnapshot | undefined> => {
  const { cache, atOffset, parties, token } = options;
  const isKnown = parties !== undefined || token === undefined;
  if (cache === undefined || atOffset === undefined || !isKnown) return undefined;
  const name = snapshotName(options, atOffset);
  const bytes = await cache.read(name);
  return bytes && decodeSnapshot(bytes, name);
};

const fromSnapshot = async (
  { hasToken, calls, items }: ForkSnapshot,
  options: ForkOptions,
): Promise<StartedForkRead> => {
  const reader = new Recording(calls, hasToken);
  const facts = await readFacts(reader, options);
  return {
    reader,
    facts,
    items: boundedContracts(items, options),
    keep: () => Promise.resolve(),
  };
};

const keep = async (
  snapshot: ForkSnapshot,
  { offset, parties }: ParticipantFacts,
  { cache, url, templates, interfaces }: ForkOptions,
): Promise<void> => {
  if (cache === undefined || offset === 0) return;
  const asked = {
    url,
    ...(parties && { parties }),
    ...(templates && { templates }),
    ...(interfaces && { interfaces }),
  };
  await cache.write(snapshotName(asked, offset), encodeSnapshot(snapshot));
};
