import { expect } from "chai";

import {
  allocateParty,
  connectedSynchronizers,
  getParties,
  hostParty,
  unhostParty,
} from "../../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import { administratorOf } from "../../../support/callers.ts";
import { rejectionOf } from "../../../support/error-of.ts";

const setUp = async () => {
  const synchronizers = [{ alias: "east" }, { alias: "west" }];
  const ledger = await createLedger({ seed: 1, synchronizers });
  const [east = "", west = ""] = ledger.state.synchronizers.map(({ id }) => id);
  const request = { partyIdHint: "alice", synchronizerId: east };
  const { party } = (await allocateParty(ledger, request)).partyDetails;
  return { ledger, east, west, party };
};

const lastTopologyEvent = (ledger: Ledger): unknown => {
  const update = ledger.state.log.get(ledger.state.ledgerEnd)?.update;
  if (update?.kind !== "topology") return undefined;
  const [event] = update.events;
  return [update.synchronizerId, event?.kind, event?.permission];
};

const hostingOf = (ledger: Ledger, party: string): readonly unknown[] =>
  connectedSynchronizers(ledger, { party }).connectedSynchronizers.map((each) => [
    each.synchronizerAlias,
    each.permission,
  ]);

describe("hostParty", () => {
  it("hosts the party on an additional synchronizer and reports it", async () => {
    const { ledger, west, party } = await setUp();
    await hostParty(ledger, { party, synchronizerId: west });
    expect(lastTopologyEvent(ledger)).to.deep.equal([west, "added", "submission"]);
    expect(hostingOf(ledger, party)).to.deep.equal([
      ["east", "PARTICIPANT_PERMISSION_SUBMISSION"],
      ["west", "PARTICIPANT_PERMISSION_SUBMISSION"],
    ]);
  });

  it("changes the permission, and reports nothing if it is the same", async () => {
    const { ledger, east, party } = await setUp();
    await hostParty(ledger, { party, synchronizerId: east, permission: "observation" });
    expect(lastTopologyEvent(ledger)).to.deep.equal([east, "changed", "observation"]);
    const before = ledger.state;
    await hostParty(ledger, { party, synchronizerId: east, permission: "observation" });
    expect(ledger.state).to.equal(before);
  });

  it("refuses unknown parties, unknown synchronizers and the participant's own party", async () => {
    const { ledger, east, party } = await setUp();
    const own: string = ledger.state.participantId;
    const attempts = [
      hostParty(ledger, { party: "nobody", synchronizerId: east }),
      hostParty(ledger, { party, synchronizerId: "x" }),
      hostParty(ledger, { party }),
      hostParty(ledger, { party: own, synchronizerId: east }),
    ];
    const codes = await Promise.all(attempts.map(async (each) => (await rejectionOf(each)).code));
    expect(codes).to.deep.equal([
      "PARTY_NOT_FOUND",
      "NOT_CONNECTED_TO_SYNCHRONIZER",
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
    ]);
  });

  it("is allowed only for participant administrators", async () => {
    const { ledger, east, west, party } = await setUp();
    const caller = administratorOf("one");
    for (const attempt of [
      hostParty(ledger, { party, synchronizerId: west }, caller),
      unhostParty(ledger, { party, synchronizerId: east }, caller),
    ]) {
      expect((await rejectionOf(attempt)).code).to.equal("PERMISSION_DENIED");
    }
  });
});

describe("unhostParty", () => {
  it("ends the hosting, after which a party without other hosting is no longer local", async () => {
    const { ledger, east, west, party } = await setUp();
    await hostParty(ledger, { party, synchronizerId: west });
    await unhostParty(ledger, { party, synchronizerId: east });
    expect(lastTopologyEvent(ledger)).to.deep.equal([east, "revoked", undefined]);
    expect(getParties(ledger, { party }).partyDetails[0]?.isLocal).to.equal(true);
    await unhostParty(ledger, { party, synchronizerId: west });
    expect(hostingOf(ledger, party)).to.deep.equal([]);
    expect(getParties(ledger, { party }).partyDetails[0]?.isLocal).to.equal(false);
    await hostParty(ledger, { party, synchronizerId: west });
    expect(getParties(ledger, { party }).partyDetails[0]?.isLocal).to.equal(true);
  });

  it("changes nothing if the party was not hosted", async () => {
    const { ledger, west, party } = await setUp();
    const before = ledger.state;
    await unhostParty(ledger, { party, synchronizerId: west });
    expect(ledger.state).to.equal(before);
  });
});

describe("allocateParty for an existing party", () => {
  it("hosts the party on another synchronizer, and refuses the second time", async () => {
    const { ledger, west, party } = await setUp();
    const request = { partyIdHint: "alice", synchronizerId: west };
    expect((await allocateParty(ledger, request)).partyDetails.party).to.equal(party);
    expect(lastTopologyEvent(ledger)).to.deep.equal([west, "added", "submission"]);
    expect((await rejectionOf(allocateParty(ledger, request))).code).to.equal("INVALID_ARGUMENT");
  });

  it("refuses metadata for an existing party", async () => {
    const { ledger, west } = await setUp();
    const localMetadata = { annotations: { a: "1" } };
    const request = { partyIdHint: "alice", synchronizerId: west, localMetadata };
    expect((await rejectionOf(allocateParty(ledger, request))).code).to.equal("INVALID_ARGUMENT");
  });
});
