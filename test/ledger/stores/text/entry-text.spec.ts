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
    ["null", "it is no object"],
    ['{"version":0,"events":[]}', "its part /version is missing or wrong"],
    ['{"version":"1","events":[]}', "its part /version is missing or wrong"],
    ['{"version":2,"events":[]}', "a later release wrote it in version 2"],
    ['{"version":1,"events":{}}', "its part /events is missing or wrong"],
    ['{"version":1,"events":[1]}', "its part /events/0 is missing or wrong"],
    ['{"version":1,"events":[{"kind":"toString"}]}', "its part /events/0/kind is missing or wrong"],
    [
      '{"version":1,"events":[{"kind":"pruned","upTo":0.5}]}',
      "its part /events/0/upTo is missing or wrong, or of a later release",
    ],
  ] as const) {
    it(`is not read from ${text === "" ? "nothing" : text}`, () => {
      expect(() => readEntryText(text)).to.throw(UnreadableEntry, why);
    });
  }
});
