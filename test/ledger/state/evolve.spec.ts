import { expect } from "chai";

import { applyEventToLedgerState } from "../../../lib/ledger/state/evolve.ts";
import { findHostingPermission } from "../../../lib/ledger/state/synchronizers.ts";
import type {
  JournalEvent,
  LedgerState,
  ParticipantPermission,
  SynchronizerParameters,
  TopologyEvent,
  User,
} from "../../../lib/store.ts";
import { completionAt, east, noContext, stateAfter, west } from "../../support/journal-events.ts";
import { plainState } from "../../support/plain-state.ts";

const metadata = () => ({ resourceVersion: 0, annotations: new Map([["team", "a"]]) });

const userNamed = (id: string): User => ({
  id,
  primaryParty: "",
  isDeactivated: false,
  metadata: metadata(),
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: new Map([["ParticipantAdmin", { kind: "ParticipantAdmin" }]]),
});

const signingKey = { fingerprint: "1220aa", spec: "ed25519", spki: new Uint8Array(44) } as const;

const events = (): readonly JournalEvent[] => [
  { kind: "userChanged", user: userNamed("ann") },
  { kind: "userChanged", user: userNamed("bob") },
  {
    kind: "partyDetailsChanged",
    details: { party: "alice", isLocal: true, localMetadata: metadata(), identityProviderId: "" },
  },
  {
    kind: "identityProviderChanged",
    config: {
      identityProviderId: "one",
      isDeactivated: false,
      issuer: "issuer",
      jwksUrl: "https://keys.example",
      audience: "",
    },
  },
  {
    kind: "vettingChanged",
    synchronizerId: east,
    vetting: { serial: 1, packages: new Map([["p", { validFrom: 1n }]]) },
  },
  {
    kind: "signingKeysRegistered",
    party: "alice",
    synchronizerId: east,
    signingKeys: { keys: [signingKey], threshold: 1 },
  },
];

/** Mutable objects inside a published state, which a program could change by ignoring `readonly`. */
const reached: readonly (readonly [string, (state: LedgerState) => object | undefined])[] = [
  ["a user", ({ users }) => users.get("ann")],
  ["the rights of a user", ({ users }) => users.get("ann")?.rights],
  ["a right", ({ users }) => users.get("ann")?.rights.get("ParticipantAdmin")],
  ["the details of a party", ({ parties }) => parties.get("alice")],
  ["the annotations of a party", ({ parties }) => parties.get("alice")?.localMetadata.annotations],
  ["an identity provider", ({ identityProviders }) => identityProviders.get("one")],
  ["the vetted packages", ({ vetting }) => vetting.get(east)?.packages],
  ["how long a package is vetted", ({ vetting }) => vetting.get(east)?.packages.get("p")],
  ["who signs for a party", ({ signingKeys }) => signingKeys.get("alice")],
  ["how many have to sign", ({ signingKeys }) => signingKeys.get("alice")?.get(east)],
];

describe("users, parties and identity providers of a state", () => {
  for (const [what, find] of reached) {
    it(`cannot be changed in a published state: ${what}`, () => {
      const state = stateAfter(...events());
      const seen = plainState(state);
      const found = find(state);
      const change = () => {
        if (found instanceof Map) found.clear();
        else Object.assign(found ?? {}, { isDeactivated: true, kind: "CanActAs", threshold: 0 });
      };
      expect(found).to.not.equal(undefined);
      expect(change).to.throw();
      expect(plainState(state)).to.deep.equal(seen);
    });
  }

  it("stay unchanged when another user changes", () => {
    const before = stateAfter(...events());
    const ann = { ...userNamed("ann"), isDeactivated: true };
    const after = applyEventToLedgerState(before, { kind: "userChanged", user: ann }, noContext);
    expect(after.users.get("ann")?.isDeactivated).to.equal(true);
    expect(before.users.get("ann")?.isDeactivated).to.equal(false);
    expect(after.users.get("bob")).to.equal(before.users.get("bob"));
    const { users, ...others } = after;
    expect(users).to.not.equal(before.users);
    expect(before).to.include(others);
  });

  it("keep users and parties after their identity provider is deleted", () => {
    const state = stateAfter(
      ...events(),
      { kind: "userChanged", user: { ...userNamed("eve"), identityProviderId: "one" } },
      { kind: "identityProviderDeleted", identityProviderId: "one" },
    );
    expect(state.identityProviders.has("one")).to.equal(false);
    expect(state.users.get("eve")?.identityProviderId).to.equal("one");
  });
});

const here = "participant::1220";

const topology = (
  offset: number,
  synchronizerId: string,
  event: Omit<TopologyEvent, "participantId"> & { readonly participantId?: string },
): JournalEvent => ({
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
): JournalEvent => topology(offset, synchronizerId, { kind: "added", party, permission });

const revoked = (offset: number, synchronizerId: string, party: string): JournalEvent =>
  topology(offset, synchronizerId, { kind: "revoked", party });

describe("hosting of parties in a state", () => {
  it("is stored per synchronizer, with the latest permission", () => {
    const state = stateAfter(
      hosted(1, east, "alice"),
      hosted(2, west, "alice", "observation"),
      topology(3, west, { kind: "changed", party: "alice", permission: "confirmation" }),
    );
    expect(findHostingPermission(state, "alice", east)).to.equal("submission");
    expect(findHostingPermission(state, "alice", west)).to.equal("confirmation");
    expect(findHostingPermission(state, "bob", east)).to.equal(undefined);
  });

  it("ends on one synchronizer and remains on the other", () => {
    const before = stateAfter(hosted(1, east, "alice"), hosted(2, west, "alice"));
    const after = applyEventToLedgerState(before, revoked(3, east, "alice"), noContext);
    expect(findHostingPermission(after, "alice", east)).to.equal(undefined);
    expect(findHostingPermission(after, "alice", west)).to.equal("submission");
    expect(findHostingPermission(before, "alice", east)).to.equal("submission");
  });

  it("is deleted with the last synchronizer", () => {
    const state = stateAfter(hosted(1, east, "alice"), revoked(2, east, "alice"));
    expect(state.hosting.has("alice")).to.equal(false);
    expect(stateAfter(revoked(1, east, "alice")).hosting.isEmpty).to.equal(true);
  });

  it("ignores other participants", () => {
    const elsewhere = topology(1, east, {
      kind: "added",
      party: "alice",
      participantId: "other::1220",
      permission: "submission",
    });
    expect(stateAfter(elsewhere).hosting.isEmpty).to.equal(true);
  });

  it("does not change for other parties", () => {
    const before = stateAfter(hosted(1, east, "alice"), hosted(2, east, "bob"));
    const after = applyEventToLedgerState(before, hosted(3, west, "alice"), noContext);
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

describe("synchronizer connection", () => {
  const connected = (alias: string, parameters?: SynchronizerParameters): JournalEvent => ({
    kind: "synchronizerConnected",
    alias,
    synchronizerId: east,
    ...(parameters === undefined ? {} : { parameters }),
  });

  it("changes alias and parameters, and keeps its place in the order", () => {
    const before = stateAfter(hosted(5, east, "alice"));
    const parameters = { priority: 3, automaticAssignment: false };
    const after = applyEventToLedgerState(before, connected("orient", parameters), noContext);
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

  it("keeps its parameters if none are given", () => {
    const parameters = { priority: 3, automaticAssignment: false };
    const state = stateAfter(connected("east", parameters), connected("orient"));
    expect(state.synchronizers[0]).to.deep.include({ alias: "orient", parameters });
  });
});
