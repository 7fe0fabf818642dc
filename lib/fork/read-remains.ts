import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type { JsonObject } from "../base/values/json-object.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { boundedContracts, readContracts } from "./read-contracts.ts";
import { type Facts, readFacts } from "./read-facts.ts";
import { Recorder, Recording } from "./recorder.ts";
import { Remote } from "./remote.ts";
import { decodeSnapshot, encodeSnapshot, type ForkSnapshot, snapshotName } from "./snapshot.ts";

/** What was read first, and who answers the rest. */
export interface Begun {
  readonly reader: ParticipantReader;
  readonly facts: Facts;
  readonly items: readonly JsonObject[];
  /** Puts all that was answered into the cache, if there is one and it did not come from there. */
  readonly keep: () => Promise<void>;
}

/**
 * Who it is, at which offset, and its contracts there: by the cache where it has them, and then nobody is asked anything. Rejects as
 * `readFacts` and `readContracts` do, and with INVALID_ARGUMENT for a cache that was tampered with.
 */
export const beginReading = async (options: ForkOptions): Promise<Begun> => {
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

/** Says what is missing for the cache to be asked, or in it. */
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

/** Whoever names no party but has a token is told by the participant whom it may read. */
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
): Promise<Begun> => {
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
  { offset, parties }: Facts,
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
