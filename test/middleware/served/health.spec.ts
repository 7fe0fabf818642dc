import { expect } from "chai";

import { ledgerError } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import type { Send } from "../../support/api-client.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { socket } from "../../support/transports.ts";

describe("GET /readyz", () => {
  const expectNotReady = async (send: Send, reason: string): Promise<void> => {
    const text = await send("GET", "/readyz");
    expect([text.status, text.text]).to.deep.equal([
      503,
      `[-] ledger failed (NOT_SERVING): ${reason}\nreadyz check failed\n`,
    ]);
    const inJson = await send("GET", "/readyz", { headers: { accept: "application/json" } });
    expect(inJson.status).to.equal(503);
    expect(inJson.json).to.deep.include({
      code: "SERVICE_NOT_RUNNING",
      cause: reason,
      retryInfo: "1 second",
    });
    expect((await send("GET", "/livez")).status).to.equal(200);
  };

  it("answers 503 with the reason after the store has failed permanently", async () => {
    const cause = "A write of the store failed: No space left on device.";
    const store = createMemoryStore();
    const { ledger } = await iouLedger({ store });
    await socket.serve(ledger, { auth: "disabled" }, async (send) => {
      expect((await send("GET", "/readyz")).status).to.equal(200);
      Object.assign(store, { failure: ledgerError("SERVICE_NOT_RUNNING", { cause }) });
      await expectNotReady(send, cause);
    });
  });

  it("answers 503 after the ledger is closed", async () => {
    const { ledger } = await iouLedger();
    await socket.serve(ledger, { auth: "disabled" }, async (send) => {
      await ledger.close();
      await ledger.close();
      await expectNotReady(
        send,
        "The ledger is closed. A ledger of useLedger is closed when its test function ends.",
      );
    });
  });
});
