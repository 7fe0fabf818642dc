import { expect } from "chai";

import { trustedCaller } from "../../../lib/api.ts";
import { admitSubmission } from "../../../lib/operations/commands/admit-submission.ts";
import { readCommandsRequest } from "../../../lib/operations/commands/commands-request.ts";
import { decideSubmission } from "../../../lib/operations/submission/decide-submission.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";

describe("decideSubmission", () => {
  it("decides the same for the same state, time and seed, and changes neither", async () => {
    const { ledger, alice, bob } = await iouLedger();
    const body = commandsBody(
      alice,
      Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] }),
    );
    const prepared = admitSubmission(ledger, readCommandsRequest(body), {
      caller: trustedCaller,
    });
    const context = {
      now: ledger.clock.now(),
      seed: new Uint8Array(32).fill(7),
      config: ledger.config,
    };
    const first = decideSubmission(ledger.state, context, prepared);
    await ledger.submit({
      actAs: alice,
      commands: Iou.create({
        issuer: alice,
        owner: bob,
        amount: "2",
        watchers: [],
      }),
    });
    const second = decideSubmission(prepared.received, context, prepared);
    expect(second).to.deep.equal(first);
    expect(context.seed).to.deep.equal(new Uint8Array(32).fill(7));
  });
});
