import { expect } from "chai";

import { type CaseRefusals, pinnedRefusals, pinRefusals } from "../support/catalogue/pinned.ts";
import { runCase } from "../support/catalogue/suite.ts";
import { suites } from "./suites/index.ts";

/** Changes of the recorded errors must be reviewed and then written by REFUSALS=write. */
const isWritten = process.env["REFUSALS"] === "write";

/** Cases that wait, because a participant measures these times on its own clock. */
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

describe("catalogue of a participant", () => {
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
