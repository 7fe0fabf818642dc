import { expect } from "chai";

import {
  allocateParty,
  anonymousCaller,
  createUser,
  getUser,
  grantUserRights,
  listUserRights,
  revokeUserRights,
} from "../../../../lib/api.ts";
import {
  type ApiVersion,
  createLedger,
  isLedgerError,
  type Ledger,
  type LedgerOptions,
} from "../../../../lib/index.ts";
import { administratorOf, participantAdmin, userCaller } from "../../../support/callers.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { addIdentityProvider } from "../../../support/identity-providers.ts";
import { untyped } from "../../../support/untyped.ts";

const actAs = (party: string) => ({ kind: { CanActAs: { value: { party } } } });
const admin = { kind: { ParticipantAdmin: { value: {} } } };

const allKinds = [
  admin,
  { kind: { IdentityProviderAdmin: { value: {} } } },
  { kind: { CanReadAsAnyParty: { value: {} } } },
  { kind: { CanExecuteAsAnyParty: { value: {} } } },
  actAs("p"),
  { kind: { CanReadAs: { value: { party: "p" } } } },
  { kind: { CanExecuteAs: { value: { party: "p" } } } },
];

const ledgerWithAlice = async (options: LedgerOptions = {}): Promise<Ledger> => {
  const ledger = await createLedger({ seed: 1, ...options });
  await createUser(ledger, { user: { id: "alice" } });
  return ledger;
};

describe("grantUserRights", () => {
  it("grants rights of every kind and lists them in order", async () => {
    const ledger = await ledgerWithAlice();
    const answer = await grantUserRights(ledger, { userId: "alice", rights: allKinds });
    expect(answer).to.deep.equal({ newlyGrantedRights: allKinds });
    expect(listUserRights(ledger, { userId: "alice" })).to.deep.equal({ rights: allKinds });
  });

  it("grants the right to act as any party from API version 3.6 on", async () => {
    const rights = [{ kind: { CanActAsAnyParty: { value: {} } } }];
    const request = { userId: "alice", rights };
    const older = await rejectionOf(grantUserRights(await ledgerWithAlice(), request));
    expect(older).to.include({ code: "INVALID_ARGUMENT", path: "rights[0].kind" });
    const ledger = await ledgerWithAlice({ apiVersion: "3.6" });
    expect(await grantUserRights(ledger, request)).to.deep.equal({ newlyGrantedRights: rights });
  });

  it("requires participant administration to grant and revoke rights over any party, from version 3.5.6 on", async () => {
    const rights = [{ kind: { CanReadAsAnyParty: { value: {} } } }];
    const codes = ["3.5.1", "3.5", "3.6"].flatMap((version) =>
      [grantUserRights, revokeUserRights].map(async (operation) => {
        const ledger = await createLedger({ seed: 1, apiVersion: version as ApiVersion });
        const identityProviderId = "corporate";
        await addIdentityProvider(ledger, identityProviderId);
        await createUser(ledger, { user: { id: "alice", identityProviderId } });
        const request = { userId: "alice", identityProviderId, rights };
        const caller = administratorOf(identityProviderId);
        return operation(ledger, request, caller).then(
          () => undefined,
          (error: unknown) => isLedgerError(error) && error.code,
        );
      }),
    );
    const refused = "PERMISSION_DENIED";
    expect(await Promise.all(codes)).to.deep.equal([
      undefined,
      undefined,
      refused,
      refused,
      refused,
      refused,
    ]);
  });

  it("returns only newly granted rights: an empty list if there are none", async () => {
    const ledger = await ledgerWithAlice();
    const grant = (rights: unknown) =>
      grantUserRights(ledger, untyped({ userId: "alice", rights }));
    await grant([actAs("p")]);
    expect(await grant([actAs("p"), actAs("q"), actAs("q")])).to.deep.equal({
      newlyGrantedRights: [actAs("q")],
    });
    const before = ledger.state;
    expect(await grant([actAs("p")])).to.deep.equal({ newlyGrantedRights: [] });
    expect(await grantUserRights(ledger, { userId: "alice" })).to.deep.equal({
      newlyGrantedRights: [],
    });
    expect(ledger.state).to.equal(before);
  });

  it("leaves the resource version unchanged", async () => {
    const ledger = await ledgerWithAlice();
    await grantUserRights(ledger, { userId: "alice", rights: [actAs("p")] });
    expect(getUser(ledger, { userId: "alice" }).user.metadata.resourceVersion).to.equal("0");
  });

  it("counts existing rights towards the limit", async () => {
    const ledger = await createLedger({ seed: 1, limits: { maxRightsPerUser: 2 } });
    await createUser(ledger, { user: { id: "alice" }, rights: [actAs("p"), actAs("q")] });
    await grantUserRights(ledger, { userId: "alice", rights: [actAs("q")] });
    const error = await rejectionOf(
      grantUserRights(ledger, { userId: "alice", rights: [actAs("r")] }),
    );
    expect(error.code).to.equal("TOO_MANY_USER_RIGHTS");
    expect(listUserRights(ledger, { userId: "alice" }).rights).to.have.length(2);
  });

  it("grants no right if the request has too many", async () => {
    const ledger = await createLedger({ seed: 1, limits: { maxRightsPerUser: 2 } });
    await createUser(ledger, { user: { id: "alice" }, rights: [actAs("p")] });
    const { state } = ledger;
    await rejectionOf(
      grantUserRights(ledger, { userId: "alice", rights: [actAs("q"), actAs("r")] }),
    );
    expect(ledger.state).to.equal(state);
    expect([...(state.users.get("alice")?.rights.keys() ?? [])]).to.deep.equal(["CanActAs/p"]);
  });

  const refused: readonly (readonly [string, string, object])[] = [
    ["no user", "MISSING_FIELD", {}],
    ["a malformed user", "INVALID_FIELD", { userId: "a b" }],
    ["an unknown user", "USER_NOT_FOUND", { userId: "nobody" }],
    [
      "an unknown identity provider (not the user's)",
      "PERMISSION_DENIED",
      { userId: "alice", identityProviderId: "x" },
    ],
    ["a right without kind", "INVALID_ARGUMENT", { userId: "alice", rights: [{}] }],
    ["rights that are not a list", "INVALID_ARGUMENT", { userId: "alice", rights: {} }],
    ["a malformed party", "INVALID_ARGUMENT", { userId: "alice", rights: [actAs("a/b")] }],
  ];
  for (const [what, code, request] of refused) {
    it(`refuses ${what} with ${code}, and so does revokeUserRights`, async () => {
      const ledger = await ledgerWithAlice();
      expect((await rejectionOf(grantUserRights(ledger, untyped(request)))).code).to.equal(code);
      expect((await rejectionOf(revokeUserRights(ledger, untyped(request)))).code).to.equal(code);
    });
  }

  it("refuses users who grant rights to themselves, and callers without a token", async () => {
    const ledger = await ledgerWithAlice();
    const request = { userId: "alice", rights: [admin] };
    const own = await rejectionOf(grantUserRights(ledger, request, userCaller("alice")));
    expect(own.code).to.equal("PERMISSION_DENIED");
    const none = await rejectionOf(grantUserRights(ledger, request, anonymousCaller));
    expect(none.code).to.equal("UNAUTHENTICATED");
  });

  it("lets an administrator of an identity provider grant rights on its own parties only", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addIdentityProvider(ledger, "one");
    const one = administratorOf("one");
    await createUser(ledger, { user: { id: "mine" } }, one);
    const mine = await allocateParty(ledger, { partyIdHint: "mine" }, one);
    const other = await allocateParty(ledger, { partyIdHint: "other" });
    const grant = (party: string) =>
      grantUserRights(ledger, { userId: "mine", rights: [actAs(party)] }, one);
    expect((await grant(mine.partyDetails.party)).newlyGrantedRights).to.have.length(1);
    expect(await rejectionOf(grant(other.partyDetails.party))).to.deep.include({
      code: "UNKNOWN_RESOURCE",
      resources: [["PARTIES", other.partyDetails.party]],
    });
  });
});

describe("revokeUserRights", () => {
  it("revokes rights and returns the revoked ones", async () => {
    const ledger = await ledgerWithAlice();
    await grantUserRights(ledger, { userId: "alice", rights: [actAs("p"), actAs("q"), admin] });
    const rights = [actAs("q"), actAs("r"), admin];
    expect(await revokeUserRights(ledger, { userId: "alice", rights })).to.deep.equal({
      newlyRevokedRights: [actAs("q"), admin],
    });
    expect(listUserRights(ledger, { userId: "alice" }).rights).to.deep.equal([actAs("p")]);
    expect(await revokeUserRights(ledger, { userId: "alice", rights })).to.deep.equal({
      newlyRevokedRights: [],
    });
  });

  it("refuses to remove an administrator's own administration right", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "admin" }, rights: [admin, actAs("p")] });
    const request = { userId: "admin", rights: [admin] };
    const own = await rejectionOf(revokeUserRights(ledger, request, participantAdmin));
    expect(own.code).to.equal("INVALID_ARGUMENT");
    const harmless = { userId: "admin", rights: [actAs("p")] };
    const revoked = await revokeUserRights(ledger, harmless, participantAdmin);
    expect(revoked.newlyRevokedRights).to.have.length(1);
  });
});

describe("listUserRights", () => {
  it("is open to the user itself, and refuses other users without administration rights", async () => {
    const ledger = await ledgerWithAlice();
    expect(listUserRights(ledger, { userId: "alice" }, userCaller("alice")).rights).to.be.empty;
    const other = errorOf(() => listUserRights(ledger, { userId: "alice" }, userCaller("bob")));
    expect(other.code).to.equal("PERMISSION_DENIED");
  });

  it("answers USER_NOT_FOUND for unknown users", async () => {
    const ledger = await ledgerWithAlice();
    expect(errorOf(() => listUserRights(ledger, { userId: "x" })).code).to.equal("USER_NOT_FOUND");
  });
});
