/**
 * Writes what the present version keeps of a ledger that has everything:
 * `node --import tsx test/ledger/stores/text/write-version.ts`. For a version that was just made; a dump that is
 * there stays as it is, since it stands for those that users have.
 */
import { writeFileSync } from "node:fs";

import fc from "fast-check";

import { taggedJson } from "../../../../lib/ground/values/tagged-json.ts";
import { replay } from "../../../../lib/ledger/shell/replay.ts";
import { condensed } from "../../../../lib/ledger/state/condensed.ts";
import type { LedgerEvent } from "../../../../lib/ledger/state/ledger-event.ts";
import { createMemoryStore } from "../../../../lib/ledger/stores/memory-store.ts";
import { dumpOf } from "../../../../lib/ledger/stores/text/dump.ts";
import { migrations } from "../../../../lib/ledger/stores/text/migrations.ts";
import { arbitraryEvents } from "../../../support/arbitrary-events.ts";
import { collected } from "../../../support/collected.ts";
import { everyEvent } from "./every-event.ts";
import { versionFolding } from "./version-folding.ts";

const version = migrations.length + 1;
const folder = new URL("versions/", import.meta.url);
const dumpFile = new URL(`${version}.ledger.json`, folder);

const definable = ({ kind }: LedgerEvent): boolean => kind !== "packagesAdded";
const lives = fc.sample(arbitraryEvents, { seed: version, numRuns: 12 });
const store = createMemoryStore();
let position = 0;
const append = (events: readonly LedgerEvent[]) => store.append(++position, events);
for (const events of everyEvent) await append(events);
await append(condensed(await replay(store, versionFolding)));
for (const life of lives) await append(life.filter(definable));
const state = await replay(store, versionFolding);
// Fails for one that is there.
writeFileSync(dumpFile, (await collected(dumpOf(store.read(0)))).join(""), { flag: "wx" });
writeFileSync(new URL(`${version}.state.json`, folder), `${taggedJson(condensed(state))}\n`);
