import { expect } from "chai";
import fc from "fast-check";

import {
  entryText,
  readEntryText,
  UnreadableEntry,
} from "../../../../lib/ledger/stores/text/entry-text.ts";
import { arbitraryEvents } from "../../../support/arbitrary-events.ts";

describe("text of a journal entry", () => {
  it("restores its events", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        expect(readEntryText(entryText(events))).to.deep.equal(events);
      }),
    );
  });

  it("contains the version in which it was written", () => {
    expect(entryText([{ kind: "userDeleted", userId: "a" }])).to.equal(
      '{"version":1,"events":[{"kind":"userDeleted","userId":"a"}]}',
    );
  });

  for (const [text, why] of [
    ["", "it is not a journal entry: "],
    ["null", "it has no version number"],
    ['{"version":0,"events":[]}', "it has no version number"],
    ['{"version":"1","events":[]}', "it has no version number"],
    ['{"version":2,"events":[]}', "a later release wrote it in version 2"],
    ['{"version":1,"events":{}}', "it has no list of events"],
    ['{"version":1,"events":[1]}', "an event of an unknown kind"],
    ['{"version":1,"events":[{"kind":"toString"}]}', "an event of an unknown kind"],
  ] as const) {
    it(`is not read from ${text === "" ? "nothing" : text}`, () => {
      expect(() => readEntryText(text)).to.throw(UnreadableEntry, why);
    });
  }
});
