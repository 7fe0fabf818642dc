/**
 * Writes a dump of a ledger with every feature in the present version:
 * `node --import tsx test/ledger/stores/text/write-version.ts`. Run it for a new version only: existing dumps
 * stay unchanged, since they represent dumps of users. Features added to a version later have their own
 * dumps.
 */
import { existsSync, writeFileSync } from "node:fs";

import fc from "fast-check";

import { encodeLosslessJson } from "../../../../lib/base/values/tagged-json.ts";
import { replayJournal } from "../../../../lib/ledger/replay/replay.ts";
import { createEventsToRebuildState } from "../../../../lib/ledger/state/condensed.ts";
import { dumpOf } from "../../../../lib/ledger/stores/text/dump.ts";
import { entryVersion } from "../../../../lib/ledger/stores/text/entry-text.ts";
import { createMemoryStore, type JournalEvent } from "../../../../lib/store.ts";
import { arbitraryEvents } from "../../../support/arbitrary-events.ts";
import { collectAll } from "../../../support/collect-all.ts";
import { everyEvent } from "./every-event.ts";
import { versionFolding } from "./version-folding.ts";

const folder = new URL("versions/", import.meta.url);

/** Fails if the file exists. */
const write = async (
  name: string,
  entries: readonly (readonly JournalEvent[])[],
): Promise<void> => {
  const store = createMemoryStore();
  for (const [index, events] of entries.entries()) await store.append(index + 1, events);
  const state = await replayJournal(store, versionFolding);
  const dump = (await collectAll(dumpOf(store.read(0)))).join("");
  writeFileSync(new URL(`${name}.ledger.json`, folder), dump, { flag: "wx" });
  writeFileSync(
    new URL(`${name}.state.json`, folder),
    `${encodeLosslessJson(createEventsToRebuildState(state))}\n`,
  );
};

const folded = async (entries: readonly (readonly JournalEvent[])[]) => {
  const store = createMemoryStore();
  for (const [index, events] of entries.entries()) await store.append(index + 1, events);
  return createEventsToRebuildState(await replayJournal(store, versionFolding));
};

const definable = ({ kind }: JournalEvent): boolean => kind !== "packagesAdded";
const lives = fc.sample(arbitraryEvents, { seed: entryVersion, numRuns: 12 });
const condensedEvents = await folded(everyEvent);

/** By name: the added feature, and the version it was added to. */
const dumps: Readonly<Record<string, readonly (readonly JournalEvent[])[]>> = {
  [`${entryVersion}`]: [
    ...everyEvent,
    condensedEvents,
    ...lives.map((life) => life.filter(definable)),
  ],
  [`${entryVersion}-contracts`]: [
    condensedEvents.flatMap((event): readonly JournalEvent[] =>
      event.kind === "journalCondensed"
        ? [
            { ...event, state: { ...event.state, contracts: [] } },
            { kind: "contractsCondensed", contracts: event.state.contracts },
          ]
        : [event],
    ),
  ],
};
for (const [name, entries] of Object.entries(dumps)) {
  if (!existsSync(new URL(`${name}.ledger.json`, folder))) await write(name, entries);
}
