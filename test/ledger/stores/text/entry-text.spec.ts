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
    ["", "it is no entry: "],
    ["null", "it tells no version"],
    ['{"version":0,"events":[]}', "it tells no version"],
    ['{"version":"1","events":[]}', "it tells no version"],
    ['{"version":2,"events":[]}', "written in version 2 by a later release"],
    ['{"version":1,"events":{}}', "it has no list of events"],
    ['{"version":1,"events":[1]}', "a kind that is not known"],
    ['{"version":1,"events":[{"kind":"toString"}]}', "a kind that is not known"],
  ] as const) {
    it(`is not read from ${text === "" ? "nothing" : text}`, () => {
      expect(() => readEntryText(text)).to.throw(UnreadableEntry, why);
    });
  }
});
