import { expect } from "chai";

import { definePackage, defineTemplate, Int64, Party } from "../../lib/index.ts";
import { machineTimeSource } from "../../lib/ledger/clock/time-sources.ts";
import { appendOnlyStore } from "../support/append-only-store.ts";
import { measureHonestCaller } from "../support/honest-caller.ts";
import { iouPackage } from "../support/iou-package.ts";
import { LedgerUnderAttack } from "../support/ledger-under-attack.ts";

const day = 86_400_000_000n;

describe("failures of clock, store and choice code @slow", function () {
  it("accepts commands while the clock is set forward and back", async () => {
    let jumped = 0n;
    const timeSource = { ...machineTimeSource, now: () => machineTimeSource.now() + jumped };
    const besieged = await LedgerUnderAttack.serve({ clock: "real", timeSource });
    await besieged.beside(async () => {
      for (let count = 0; count < 30; count++) {
        jumped += count % 2 === 0 ? 3_650n * day : -3_650n * day;
        await besieged.attack("GET", "/v2/version");
      }
    });
    await besieged.close();
  });

  it("answers reads and refuses writes within the timeout while the store does not respond", async () => {
    const store = appendOnlyStore();
    const append = store.append.bind(store);
    let isSilent = false;
    store.append = (position, events) =>
      isSilent ? new Promise(() => undefined) : append(position, events);
    const besieged = await LedgerUnderAttack.serve({ store, limits: { storeTimeoutMillis: 50 } });
    const { bob } = besieged;
    const iou = { issuer: bob, owner: bob, amount: "1.0", watchers: [] };
    await besieged.create("#iou:Iou:Iou", iou);
    const [, read] = besieged.calls;
    isSilent = true;
    await measureHonestCaller({ calls: read === undefined ? [] : [read] }, async () => {
      for (let count = 0; count < 20; count++) {
        const body = besieged.submission("#iou:Iou:Iou", iou);
        const { status } = await besieged.attack("POST", "/v2/commands/submit-and-wait", body);
        expect(status).to.be.oneOf([503, 504]);
      }
    });
    await besieged.close();
  });

  it("reports the rejection of an asynchronous choice only to its caller", async () => {
    const Odd = defineTemplate("Main:Odd", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
      choices: { Answer: { result: Int64, controllers: ({ owner }) => [owner] } },
    });
    const late = (): unknown =>
      Promise.reject(new Error("This rejection must reach only the caller."));
    Odd.implement({ Answer: () => late() as bigint });
    const odd = definePackage({ name: "odd", version: "1.0.0", templates: { Odd } });
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.prependListener("unhandledRejection", hear);
    const besieged = await LedgerUnderAttack.serve({ packages: [iouPackage, odd] });
    const contractId = await besieged.create("#odd:Main:Odd", { owner: besieged.bob });
    await besieged.beside(async () => {
      for (let count = 0; count < 50; count++) {
        const { text } = await besieged.exercise("#odd:Main:Odd", contractId, "Answer", {});
        expect(text).to.contain("DAML_INTERPRETATION_ERROR");
      }
    });
    process.off("unhandledRejection", hear);
    expect(unheard).to.deep.equal([]);
    await besieged.close();
  });
});
