import { expect } from "chai";

import { ledgerError } from "../../../lib/index.ts";
import { GivenWay, SerialQueue } from "../../../lib/ledger/runtime/serial-queue.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { ManualTime } from "../../support/manual-time.ts";

const silent = () => ledgerError("REQUEST_TIME_OUT", { cause: "It does not end." });

describe("a job of a queue that was given up", () => {
  it("harms nobody when it gives way after all to what fails", async () => {
    const time = new ManualTime();
    const queue = new SerialQueue({ millis: 10, time, overdue: silent, blocked: silent });
    const unheard: unknown[] = [];
    const hear = (error: unknown): unknown => unheard.push(error);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", hear);
    let goOn = (): void => undefined;
    const stands = new Promise<void>((resolve) => (goOn = resolve));
    const asked = rejectionOf(
      queue.run(async () => {
        await stands;
        return new GivenWay<void>(Promise.reject(new Error("it fails")));
      }),
    );
    await new Promise(setImmediate);
    await time.pass(20);
    expect((await asked).code).to.equal("REQUEST_TIME_OUT");
    goOn();
    await new Promise(setImmediate);
    process.removeAllListeners("unhandledRejection");
    for (const other of others) process.on("unhandledRejection", other);
    expect(unheard).to.deep.equal([]);
  });
});
