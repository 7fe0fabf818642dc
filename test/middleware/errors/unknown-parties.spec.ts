import { expect } from "chai";

import { allocateParty, trustedCaller } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { aboutUnknownParty } from "../../../middleware/errors/findings.ts";
import { untyped } from "../../support/untyped.ts";

describe("what is found of unknown parties", () => {
  it("is which one was meant, however often others are named before it", async () => {
    const ledger = await createLedger({});
    const { party } = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails;
    const named = [...Array.from({ length: 100 }, () => "somebody else"), "alcie"];
    const parameters = named.map((text, index) => ({ part: `${index}`, name: "parties", text }));
    const request = { body: {}, parameters, ledger, caller: trustedCaller };
    const finding = aboutUnknownParty(untyped({}), untyped(request));
    expect(finding).to.include({ part: "100", nearest: party });
    await ledger.close();
  });
});
