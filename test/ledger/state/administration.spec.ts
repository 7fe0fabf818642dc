import { expect } from "chai";

import { evolve } from "../../../lib/ledger/state/evolve.ts";
import type { LedgerEvent, LedgerState, User } from "../../../lib/store.ts";
import { east, noContext, stateAfter } from "../../support/journal-events.ts";
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

const events = (): readonly LedgerEvent[] => [
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

/** Each is what a program finds in a published state when it looks past `readonly`. */
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

describe("what administrators change", () => {
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

  it("keeps everybody else as they are when one user changes", () => {
    const before = stateAfter(...events());
    const ann = { ...userNamed("ann"), isDeactivated: true };
    const after = evolve(before, { kind: "userChanged", user: ann }, noContext);
    expect(after.users.get("ann")?.isDeactivated).to.equal(true);
    expect(before.users.get("ann")?.isDeactivated).to.equal(false);
    expect(after.users.get("bob")).to.equal(before.users.get("bob"));
    const { users, ...others } = after;
    expect(users).to.not.equal(before.users);
    expect(before).to.include(others);
  });

  it("stays with users and parties when their identity provider is forgotten", () => {
    const state = stateAfter(
      ...events(),
      { kind: "userChanged", user: { ...userNamed("eve"), identityProviderId: "one" } },
      { kind: "identityProviderDeleted", identityProviderId: "one" },
    );
    expect(state.identityProviders.has("one")).to.equal(false);
    expect(state.users.get("eve")?.identityProviderId).to.equal("one");
  });
});
