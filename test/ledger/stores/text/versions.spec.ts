import { createReadStream, readdirSync, readFileSync } from "node:fs";

import { expect } from "chai";

import { decodeLosslessJson } from "../../../../lib/base/values/tagged-json.ts";
import { loadDump } from "../../../../lib/ledger/replay/replay.ts";
import { replayJournal } from "../../../../lib/ledger/replay/replay.ts";
import { createEventsToRebuildState } from "../../../../lib/ledger/state/condensed.ts";
import { entryVersion } from "../../../../lib/ledger/stores/text/entry-text.ts";
import { createMemoryStore, type JournalEvent } from "../../../../lib/store.ts";
import entrySchema from "../../../../spec/journal-entry.json" with { type: "json" };
import { plainState } from "../../../support/plain-state.ts";
import { everyEvent } from "./every-event.ts";
import { versionFolding } from "./version-folding.ts";

const folder = "test/ledger/stores/text/versions";
const fileOf = (version: string): string => `${folder}/${version}.ledger.json`;
const versions = readdirSync(folder).flatMap((file) => /^(.+)\.ledger/.exec(file)?.[1] ?? []);
/** Dumps of a version are written once; later features have their own files. */
const first = versions.filter((version) => !version.includes("-"));

describe("dumps of earlier versions", () => {
  it("exist for every version", () => {
    expect(first.map(Number)).to.deep.equal(
      Array.from({ length: entryVersion }, (_, index) => index + 1),
    );
  });

  for (const version of versions) {
    it(`load to the recorded state: version ${version}`, async () => {
      const store = createMemoryStore();
      const state = await loadDump(createReadStream(fileOf(version)), store, versionFolding);
      const expected = decodeLosslessJson(readFileSync(`${folder}/${version}.state.json`, "utf8"));
      expect(createEventsToRebuildState(state)).to.deep.equal(expected);
      expect(plainState(await replayJournal(store, versionFolding))).to.deep.equal(
        plainState(state),
      );
    });
  }

  it("contain every kind of event", () => {
    const newest = String(entryVersion);
    const ofNewest = versions.filter((version) => version.split("-")[0] === newest);
    const events = ofNewest.flatMap((version) => {
      const { entries } = JSON.parse(readFileSync(fileOf(version), "utf8")) as {
        entries: readonly { entry: { events: readonly JournalEvent[] } }[];
      };
      return entries.flatMap(({ entry }) => entry.events);
    });
    const kinds = new Set(events.map(({ kind }) => kind));
    for (const { kind } of everyEvent.flat()) expect(kinds).to.include(kind);
    expect(kinds).to.include("journalCondensed");
    const described = entrySchema.$defs.event.oneOf.map(({ properties }) => properties.kind.const);
    expect([...kinds]).to.have.members(described);
  });
});
