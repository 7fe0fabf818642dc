import { expect } from "chai";

import { evolve } from "../../../lib/ledger/state/evolve.ts";
import { permissionOn } from "../../../lib/ledger/state/hosting.ts";
import type {
  LedgerEvent,
  ParticipantPermission,
  SynchronizerParameters,
  TopologyEvent,
} from "../../../lib/store.ts";
import { completionAt, east, noContext, stateAfter, west } from "../../support/journal-events.ts";

const here = "participant::1220";

const topology = (
  offset: number,
  synchronizerId: string,
  event: Omit<TopologyEvent, "participantId"> & { readonly participantId?: string },
): LedgerEvent => ({
  kind: "topologyChanged",
  update: {
    kind: "topology",
    updateId: `update-${offset}`,
    offset,
    synchronizerId,
    recordTime: completionAt(offset).recordTime,
    events: [{ participantId: here, ...event }],
  },
});

const hosted = (
  offset: number,
  synchronizerId: string,
  party: string,
  permission: ParticipantPermission = "submission",
): LedgerEvent => topology(offset, synchronizerId, { kind: "added", party, permission });

const revoked = (offset: number, synchronizerId: string, party: string): LedgerEvent =>
  topology(offset, synchronizerId, { kind: "revoked", party });

describe("the hosting of parties", () => {
  it("is by synchronizer, with the permission that was given last", () => {
    const state = stateAfter(
      hosted(1, east, "alice"),
      hosted(2, west, "alice", "observation"),
      topology(3, west, { kind: "changed", party: "alice", permission: "confirmation" }),
    );
    expect(permissionOn(state, "alice", east)).to.equal("submission");
    expect(permissionOn(state, "alice", west)).to.equal("confirmation");
    expect(permissionOn(state, "bob", east)).to.equal(undefined);
  });

  it("ends on one synchronizer and goes on elsewhere", () => {
    const before = stateAfter(hosted(1, east, "alice"), hosted(2, west, "alice"));
    const after = evolve(before, revoked(3, east, "alice"), noContext);
    expect(permissionOn(after, "alice", east)).to.equal(undefined);
    expect(permissionOn(after, "alice", west)).to.equal("submission");
    expect(permissionOn(before, "alice", east)).to.equal("submission");
  });

  it("is forgotten with the last synchronizer", () => {
    const state = stateAfter(hosted(1, east, "alice"), revoked(2, east, "alice"));
    expect(state.hosting.has("alice")).to.equal(false);
    expect(stateAfter(revoked(1, east, "alice")).hosting.isEmpty).to.equal(true);
  });

  it("does not hear of other participants", () => {
    const elsewhere = topology(1, east, {
      kind: "added",
      party: "alice",
      participantId: "other::1220",
      permission: "submission",
    });
    expect(stateAfter(elsewhere).hosting.isEmpty).to.equal(true);
  });

  it("keeps that of other parties as it is", () => {
    const before = stateAfter(hosted(1, east, "alice"), hosted(2, east, "bob"));
    const after = evolve(before, hosted(3, west, "alice"), noContext);
    expect(after.hosting.get("bob")).to.equal(before.hosting.get("bob"));
    expect(after.parties).to.equal(before.parties);
    expect(after.vetting).to.equal(before.vetting);
  });

  it("cannot be changed in a published state", () => {
    const places = stateAfter(hosted(1, east, "alice")).hosting.get("alice");
    expect(() => (places as Map<string, string>).set(east, "observation")).to.throw();
    expect(places?.get(east)).to.equal("submission");
  });
});

describe("a connection", () => {
  const connected = (alias: string, parameters?: SynchronizerParameters): LedgerEvent => ({
    kind: "synchronizerConnected",
    alias,
    synchronizerId: east,
    ...(parameters === undefined ? {} : { parameters }),
  });

  it("takes the new alias and parameters, and stays in its place", () => {
    const before = stateAfter(hosted(5, east, "alice"));
    const parameters = { priority: 3, automaticAssignment: false };
    const after = evolve(before, connected("orient", parameters), noContext);
    const recordTime = 5000n;
    expect(after.synchronizers[0]).to.deep.equal({
      id: east,
      alias: "orient",
      recordTime,
      parameters,
    });
    expect(after.synchronizers[1]).to.equal(before.synchronizers[1]);
    expect(before.synchronizers[0]?.alias).to.equal("east");
  });

  it("keeps its parameters when none are given", () => {
    const parameters = { priority: 3, automaticAssignment: false };
    const state = stateAfter(connected("east", parameters), connected("orient"));
    expect(state.synchronizers[0]).to.deep.include({ alias: "orient", parameters });
  });
});
