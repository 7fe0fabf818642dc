// Its tests run as a part of this file.
import "../../examples/client-test/iou-client.spec.ts";

import { expect } from "chai";

import { createApp } from "../../examples/host-app/app.ts";
import { scopeClaims, signedToken } from "../support/tokens.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

describe("examples", () => {
  it("host-app serves its own routes, the ledger, its history and its control API", async () => {
    const secret = "of the app";
    await withListeningServer(await createApp(secret), async (baseUrl) => {
      const statusOf = async (path: string, init?: RequestInit): Promise<number> =>
        (await fetch(baseUrl + path, init)).status;
      const headers = { authorization: `Bearer ${signedToken(scopeClaims("alice"), secret)}` };
      expect(await statusOf("/")).to.equal(200);
      expect(await statusOf("/ledger/v2/state/ledger-end", { headers })).to.equal(200);
      expect(await statusOf("/ledger/v2/state/ledger-end")).to.equal(401);
      const page = { method: "POST", body: '{"page_size": 5}' };
      expect(await statusOf("/scan/v0/transactions", page)).to.equal(200);
      expect(await statusOf("/control/clock")).to.equal(200);
      expect(await statusOf("/elsewhere")).to.equal(404);
    });
  });

  it("own-coin reports who received, gave and redeemed points", async () => {
    const printed: unknown[] = [];
    const { log } = console;
    console.log = (...values: unknown[]) => printed.push(...values);
    try {
      await import("../../examples/own-coin/main.ts");
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      "2025-06-01T09:00:00Z ann gets 100.0000000000",
      "2025-06-02T09:00:00Z ann gives 30.0000000000 to ben",
      "2025-06-03T09:00:00Z ann redeems 70.0000000000",
    ]);
  });
});
