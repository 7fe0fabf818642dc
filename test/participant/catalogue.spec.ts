import { expect } from "chai";

import { type CaseRefusals, pinnedRefusals, pinRefusals } from "../support/catalogue/pinned.ts";
import { runCase } from "../support/catalogue/suite.ts";
import { suites } from "./suites/index.ts";

/** True with REFUSALS=write: the run writes the errors that it finds. Review the difference in Git. */
const isWritten = process.env["REFUSALS"] === "write";

/** Slow cases: they wait in real time, because a participant measures these times on its own clock. */
const waiting = new Set([
  "ExpiringStreamServiceCallAuthTests a stream ends when the token expires",
  "CheckpointInTailingStreamsIT CompletionsStreamCheckpointEmptyImmediatelyAtLedgerEnd",
  "CheckpointInTailingStreamsIT CompletionsStreamCheckpointTimeout",
  "CheckpointInTailingStreamsIT TXServeTailingStreamCheckpointEmptyImmediatelyAtLedgerEnd",
  "CheckpointInTailingStreamsIT TXServeTailingStreamCheckpointTimeout",
  "InterfaceSubscriptionsIT ISTransactionsSubscribeBeforeTemplateCreated",
  "InterfaceSubscriptionsWithEventBlobsIT ISWPTransactionsSubscribeBeforeTemplateCreated",
  "OpenReadings stream_idle_timeout_ms counts idle time only",
]);

describe("Canton's test catalogue", () => {
  const found: CaseRefusals[] = [];

  for (const suite of suites) {
    for (const [id, run] of Object.entries(suite.cases)) {
      const name = `${suite.name} ${id}`;
      const tag = waiting.has(name) ? " @slow" : "";

      it(`${name}${tag}`, async () => {
        const refusals = await runCase(suite, run, "3.5");
        if (refusals.length > 0) found.push({ case: name, refusals });
        if (!isWritten) expect(refusals).to.deep.equal(pinnedRefusals.get(name) ?? []);
      });
    }
  }

  if (isWritten) after(() => pinRefusals(found));
});
