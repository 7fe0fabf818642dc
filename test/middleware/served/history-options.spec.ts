import { expect } from "chai";

import { recordHistory } from "../../../lib/history.ts";
import { createLedger } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";

describe("options of the history API", () => {
  it("add the extended fields, and refuse unknown cursors", async () => {
    const ledger = await createLedger({ seed: 1 });
    await recordHistory(ledger, {
      transactions: [{ tap: { coin_owner: "alice", coin_amount: "1" } }],
    });
    const ask = async (options: object, body: object): Promise<Response> => {
      const send = createFetch(ledger, { auth: "disabled", ...options });
      return send("/v0/transactions", { method: "POST", body: JSON.stringify(body) });
    };
    const first = { page_size: 1 };
    const plain = (await (await ask({}, first)).json()) as { readonly transactions: object[] };
    expect(plain.transactions[0]).to.not.have.property("transaction_type");
    const extended = await (await ask({ extendedFields: true }, first)).json();
    expect(extended).to.have.nested.property("transactions[0].transaction_type", "devnet_tap");
    const unknown = { page_size: 1, page_end_event_id: "#1220ff:0" };
    expect((await ask({}, unknown)).status).to.equal(200);
    const strict = await ask({ strictCursor: true }, unknown);
    expect(strict.status).to.equal(400);
    expect(await strict.json())
      .to.have.property("error")
      .that.includes("#1220ff:0");
  });
});
