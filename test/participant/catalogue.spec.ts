import { expect } from "chai";

import {
  type CaseRefusals,
  recordedRefusals,
  recordRefusals,
} from "../support/catalogue/recorded-refusals.ts";
import { runCase } from "../support/catalogue/suite.ts";
import { suites } from "./suites/index.ts";

/** True with REFUSALS=write: the run records the errors that it finds. Review the difference with Git. */
const isWritten = process.env["REFUSALS"] === "write";

/** Slow cases, which wait in real time, because participants measure these times by the machine's clock. */
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
        if (!isWritten) expect(refusals).to.deep.equal(recordedRefusals.get(name) ?? []);
      });
    }
  }

  if (isWritten) after(() => recordRefusals(found));
});
