import { expect } from "chai";

import { importParty, listParties } from "../../../../lib/api.ts";
import { userCaller } from "../../../support/callers.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { twoSynchronizers } from "../../../support/two-synchronizers.ts";

const dana = `dana::1220${"ab".repeat(32)}`;

describe("importParty", () => {
  it("adds a party of another namespace, and hosts it on every synchronizer", async () => {
    const { ledger, east, west } = await twoSynchronizers();
    const { ledgerEnd } = ledger.state;
    const { partyDetails } = await importParty(ledger, { party: dana, annotations: { a: "b" } });
    expect(partyDetails).to.deep.include({ party: dana, isLocal: true });
    expect(partyDetails.localMetadata.annotations).to.deep.equal({ a: "b" });
    for (const id of [east, west]) {
      expect(ledger.state.hosting.get(dana)?.get(id)).to.equal("submission");
    }
    expect(ledger.state.ledgerEnd).to.equal(ledgerEnd + 2);
    expect(ledger.state.updateOffsets.size).to.equal(ledger.state.log.size);
    await ledger.submit({
      actAs: dana,
      synchronizerId: west,
      commands: [
        {
          CreateCommand: {
            templateId: "#iou:Iou:Iou",
            createArguments: { issuer: dana, owner: dana, amount: "1", watchers: [] },
          },
        },
      ],
    });
  });

  it("hosts a known party on the other synchronizers, and changes nothing if it is hosted on all", async () => {
    const { ledger, west, carol } = await twoSynchronizers();
    await importParty(ledger, { party: carol });
    expect(ledger.state.hosting.get(carol)?.get(west)).to.equal("submission");
    const { position } = ledger.state;
    await importParty(ledger, { party: carol });
    expect(ledger.state.position).to.equal(position);
  });

  it("accepts a party that other participants host", async () => {
    const { ledger } = await twoSynchronizers();
    await importParty(ledger, { party: dana, isLocal: false });
    const found = listParties(ledger, {}).partyDetails.find(({ party }) => party === dana);
    expect(found?.isLocal).to.equal(false);
  });

  it("refuses an invalid party, an unknown synchronizer, and callers who are not administrators", async () => {
    const { ledger } = await twoSynchronizers();
    const code = async (...asked: Parameters<typeof importParty>) =>
      (await rejectionOf(importParty(...asked))).code;
    expect(await code(ledger, { party: "" })).to.equal("INVALID_ARGUMENT");
    expect(await code(ledger, { party: dana, synchronizerIds: ["x::y"] })).to.equal(
      "NOT_CONNECTED_TO_SYNCHRONIZER",
    );
    expect(await code(ledger, { party: dana }, userCaller("ann"))).to.equal("PERMISSION_DENIED");
  });
});
