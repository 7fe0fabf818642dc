import { expect } from "chai";
import fc from "fast-check";

import {
  allocateParty,
  anonymousCaller,
  type Caller,
  createIdentityProvider,
  createUser,
  deleteIdentityProvider,
  deleteUser,
  getParties,
  getUser,
  grantUserRights,
  hostParty,
  listParties,
  listUsers,
  prune,
  revokeUserRights,
  unhostParty,
  updateIdentityProvider,
  updateParty,
  updateUser,
  updateUserIdentityProvider,
  updateVettedPackages,
} from "../../../lib/api.ts";
import { createLedger, isLedgerError, type Ledger } from "../../../lib/index.ts";
import type { Right, User } from "../../../lib/store.ts";
import { administratorOf, userCaller } from "../../support/callers.ts";
import { errorOf, rejectionOf } from "../../support/error-of.ts";
import { addIdentityProvider } from "../../support/identity-providers.ts";
import { plainPackage } from "../../support/plain-package.ts";
import { runs } from "../../support/properties.ts";
import { untyped } from "../../support/untyped.ts";

const known = plainPackage("known");

/**
 * Creates a ledger with two identity providers, each with a user and a party, and with users and parties of
 * the default provider.
 */
const setUp = async (): Promise<Ledger> => {
  const ledger = await createLedger({ seed: 1, packages: [known] });
  for (const identityProviderId of ["one", "two"]) {
    await addIdentityProvider(ledger, identityProviderId);
    await createUser(ledger, { user: { id: `user-${identityProviderId}`, identityProviderId } });
    await allocateParty(ledger, { partyIdHint: `p-${identityProviderId}`, identityProviderId });
  }
  await createUser(ledger, { user: { id: "user-" } });
  await allocateParty(ledger, { partyIdHint: "p-" });
  return ledger;
};

const provider = fc.constantFrom("", "one", "two", "unknown");
const userId = fc.constantFrom(
  "user-one",
  "user-two",
  "user-",
  "participant_admin",
  "reader",
  "new",
);
const hint = fc.constantFrom("p-one", "p-two", "p-", "new");
const resourceVersion = fc.constantFrom("", "0");
const kind = fc.constantFrom(
  "ParticipantAdmin",
  "IdentityProviderAdmin",
  "CanReadAsAnyParty",
  "CanExecuteAsAnyParty",
  "CanActAs",
  "CanReadAs",
  "CanExecuteAs",
);

type Call = (ledger: Ledger, caller: Caller) => Promise<unknown>;

const partyOf = (ledger: Ledger, of: string): string =>
  `${of}::${ledger.state.participantId.split("::")[1] ?? ""}`;

const userCalls: fc.Arbitrary<Call> = fc
  .record({ userId, provider, target: provider, kind, hint, resourceVersion })
  .chain((values) => {
    const identityProviderId = values.provider;
    const rights = (ledger: Ledger) => [
      { kind: { [values.kind]: { value: { party: partyOf(ledger, values.hint) } } } },
    ];
    const user = { id: values.userId, identityProviderId, isDeactivated: true };
    const metadata = { resourceVersion: values.resourceVersion };
    const updateMask = { paths: ["is_deactivated", "primary_party"] };
    const change = (ledger: Ledger) => ({
      userId: values.userId,
      identityProviderId,
      rights: rights(ledger),
    });
    const move = {
      userId: values.userId,
      sourceIdentityProviderId: identityProviderId,
      targetIdentityProviderId: values.target,
    };
    return fc.constantFrom<Call>(
      (ledger, caller) => createUser(ledger, untyped({ user, rights: rights(ledger) }), caller),
      (ledger, caller) => updateUser(ledger, { user: { ...user, metadata }, updateMask }, caller),
      (ledger, caller) => deleteUser(ledger, { userId: values.userId }, caller),
      (ledger, caller) => grantUserRights(ledger, untyped(change(ledger)), caller),
      (ledger, caller) => revokeUserRights(ledger, untyped(change(ledger)), caller),
      (ledger, caller) => updateUserIdentityProvider(ledger, move, caller),
    );
  });

const otherCalls: fc.Arbitrary<Call> = fc
  .record({ userId: fc.oneof(fc.constant(""), userId), provider, hint })
  .chain((values) => {
    const identityProviderId = values.provider;
    const allocation = { partyIdHint: values.hint, identityProviderId, userId: values.userId };
    const localMetadata = { annotations: { changed: "1" } };
    const config = { identityProviderId, issuer: "new", jwksUrl: "https://example.com/new" };
    const hosting = (ledger: Ledger) => ({ party: partyOf(ledger, values.hint) });
    const unvet = { operation: { Unvet: { value: { packages: [{ packageName: known.name }] } } } };
    return fc.constantFrom<Call>(
      (ledger, caller) => allocateParty(ledger, allocation, caller),
      (ledger, caller) =>
        updateParty(
          ledger,
          {
            partyDetails: { ...hosting(ledger), identityProviderId, localMetadata },
            updateMask: { paths: ["local_metadata"] },
          },
          caller,
        ),
      (ledger, caller) =>
        createIdentityProvider(ledger, { identityProviderConfig: config }, caller),
      (ledger, caller) =>
        updateIdentityProvider(
          ledger,
          { identityProviderConfig: config, updateMask: { paths: ["issuer", "is_deactivated"] } },
          caller,
        ),
      (ledger, caller) => deleteIdentityProvider(ledger, { identityProviderId }, caller),
      (ledger, caller) => updateVettedPackages(ledger, { changes: [unvet] }, caller),
      (ledger, caller) =>
        hostParty(ledger, { ...hosting(ledger), permission: "observation" }, caller),
      (ledger, caller) => unhostParty(ledger, hosting(ledger), caller),
      (ledger, caller) => prune(ledger, 1, caller),
    );
  });

const calls = fc.array(fc.oneof(userCalls, otherCalls), { minLength: 1, maxLength: 30 });

/**
 * Makes all calls as the caller. Returns the number of successful ones; the others must reject with a ledger
 * error.
 */
const makeAll = async (ledger: Ledger, all: readonly Call[], caller: Caller): Promise<number> => {
  let successes = 0;
  for (const call of all) {
    try {
      await call(ledger, caller);
      successes++;
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      expect(error.code).to.not.equal("LEDGER_API_INTERNAL_ERROR");
    }
  }
  return successes;
};

const everyOtherRight: readonly Right[] = [
  { kind: "CanReadAsAnyParty" },
  { kind: "CanExecuteAsAnyParty" },
  { kind: "CanActAs", party: "p" },
];

describe("callers without administration rights", () => {
  for (const [who, caller] of [
    ["users with every other right", userCaller("reader", everyOtherRight)],
    ["callers without a token", anonymousCaller],
  ] as const) {
    it(`change nothing by any sequence of calls: ${who} @property`, async () => {
      await fc.assert(
        fc.asyncProperty(calls, async (all) => {
          const ledger = await setUp();
          const before = ledger.state;
          expect(await makeAll(ledger, all, caller)).to.equal(0);
          expect(ledger.state).to.equal(before);
        }),
        { numRuns: runs(15) },
      );
    });
  }
});

describe("administrators of an identity provider", () => {
  const foreign = <T extends { readonly identityProviderId: string }>(
    entries: Iterable<readonly [string, T]>,
  ) => [...entries].filter(([, { identityProviderId }]) => identityProviderId !== "one");

  /**
   * Returns true if an administrator of a provider must not grant these rights: those over other providers'
   * parties, and administration. Rights to execute and rights over any party do not belong to a provider.
   */
  const isTooPowerful = ({ state }: Ledger, { rights }: User): boolean =>
    [...rights.values()].some((right) =>
      right.kind === "CanActAs" || right.kind === "CanReadAs"
        ? state.parties.get(right.party)?.identityProviderId !== "one"
        : right.kind === "ParticipantAdmin",
    );

  it("change nothing outside their provider, and cannot grant its administration or rights on other parties @property", async () => {
    let successes = 0;
    await fc.assert(
      fc.asyncProperty(calls, async (all) => {
        const ledger = await setUp();
        const before = ledger.state;
        successes += await makeAll(ledger, all, administratorOf("one"));
        const after = ledger.state;
        expect(foreign(after.users.entries())).to.deep.equal(foreign(before.users.entries()));
        expect(foreign(after.parties.entries())).to.deep.equal(foreign(before.parties.entries()));
        expect(after.identityProviders).to.equal(before.identityProviders);
        expect(after.vetting).to.equal(before.vetting);
        expect(after.prunedUpTo).to.equal(before.prunedUpTo);
        const own = [...after.users.values()].filter((user) => user.identityProviderId === "one");
        expect(own.filter((user) => isTooPowerful(ledger, user))).to.deep.equal([]);
      }),
      { numRuns: runs(25) },
    );
    expect(successes, "calls that were allowed").to.be.above(0);
  });

  it("are limited to their provider even with the right ParticipantAdmin, in all requests that name a provider", async () => {
    const admin = userCaller("user-one", [{ kind: "ParticipantAdmin" }], "one");
    const ledger = await setUp();
    const before = ledger.state;
    const party = partyOf(ledger, "p-");
    for (const identityProviderId of ["", "two"]) {
      const calls: readonly (() => unknown)[] = [
        () => listParties(ledger, { identityProviderId }, admin),
        () => getParties(ledger, { party, identityProviderId }, admin),
        () => getUser(ledger, { userId: "user-", identityProviderId }, admin),
        () => createUser(ledger, { user: { id: "new", identityProviderId } }, admin),
        () => grantUserRights(ledger, { userId: "user-", identityProviderId }, admin),
        () => allocateParty(ledger, { identityProviderId }, admin),
        () => updateParty(ledger, untyped({ partyDetails: { party, identityProviderId } }), admin),
      ];
      for (const call of calls) {
        const error = await rejectionOf(Promise.resolve().then(call));
        expect(error.code, call.toString()).to.equal("PERMISSION_DENIED");
      }
    }
    expect(ledger.state).to.equal(before);
    expect(errorOf(() => listUsers(ledger, {}, admin)).code).to.equal("PERMISSION_DENIED");
    const own = { party: partyOf(ledger, "p-one"), identityProviderId: "one" };
    expect(getParties(ledger, own, admin).partyDetails).to.have.length(1);
  });
});
