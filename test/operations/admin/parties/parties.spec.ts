import { expect } from "chai";

import {
  allocateParty,
  anonymousCaller,
  createUser,
  getParticipantId,
  getParties,
  listParties,
  listUserRights,
} from "../../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import { administratorOf, participantAdmin, userCaller } from "../../../support/callers.ts";
import { errorOf, ledgerErrorOf, rejectionOf } from "../../../support/error-of.ts";
import { addIdentityProvider } from "../../../support/identity-providers.ts";
import { untyped } from "../../../support/untyped.ts";

const namespaceOf = (ledger: Ledger): string => ledger.state.participantId.split("::")[1] ?? "";

const allocate = async (ledger: Ledger, partyIdHint: string): Promise<string> =>
  (await allocateParty(ledger, { partyIdHint })).partyDetails.party;

describe("allocateParty", () => {
  it("appends the participant's namespace to the hint", async () => {
    const ledger = await createLedger({ seed: 1 });
    const { partyDetails } = await allocateParty(ledger, {
      partyIdHint: "__proto__",
      localMetadata: { annotations: { "example.com/name": "Ann" } },
    });
    expect(partyDetails).to.deep.equal({
      party: `__proto__::${namespaceOf(ledger)}`,
      isLocal: true,
      localMetadata: { resourceVersion: "0", annotations: { "example.com/name": "Ann" } },
      identityProviderId: "",
    });
  });

  it("allocates by a method of the ledger that returns the party's id", async () => {
    const ledger = await createLedger({ seed: 1 });
    expect(await ledger.allocateParty("ann")).to.equal(`ann::${namespaceOf(ledger)}`);
    expect(await ledger.allocateParty()).to.match(/^party-/);
    const { code, cause } = await rejectionOf(ledger.allocateParty("ann"));
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(cause).to.contain("Party already exists");
  });

  it("rejects with the stack of the function that awaits the ledger's method", async function () {
    // Only V8 adds the frames of waiting functions.
    if (new Error("V8").stack?.startsWith("Error: V8") !== true) this.skip();
    const ledger = await createLedger({ seed: 1 });
    const allocateTwice = async (): Promise<void> => {
      await ledger.allocateParty("ann");
      await ledger.allocateParty("ann");
    };
    const { stack } = await ledgerErrorOf(allocateTwice());
    expect(stack).to.match(/^ {4}at async allocateTwice /mu);
    expect(stack).to.not.include("lib/ledger");
  });

  it("names a party without hint by a UUID from the ledger's seed", async () => {
    const parties = [1, 1, 2].map(async (seed) => allocate(await createLedger({ seed }), ""));
    const [first, again, other] = await Promise.all(parties);
    expect(first).to.match(
      /^party-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}::1220[0-9a-f]{64}$/,
    );
    expect(again).to.equal(first);
    expect(other).to.not.equal(first);
  });

  it("reports the party by a topology update at the new ledger end", async () => {
    const ledger = await createLedger({ seed: 1 });
    const begin = ledger.state.ledgerEnd;
    const party = await allocate(ledger, "alice");
    expect(ledger.state.ledgerEnd).to.equal(begin + 1);
    const update = ledger.state.log.get(ledger.state.ledgerEnd)?.update;
    expect(update).to.deep.include({
      kind: "topology",
      offset: begin + 1,
      synchronizerId: ledger.state.synchronizers[0]?.id,
      events: [
        {
          kind: "added",
          party,
          participantId: ledger.state.participantId,
          permission: "submission",
        },
      ],
    });
    expect(update?.updateId).to.match(/^1220[0-9a-f]{64}$/);
  });

  it("grants the named user the right to act as the party", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "a", userId: "alice" });
    expect(listUserRights(ledger, { userId: "alice" }).rights).to.deep.equal([
      { kind: { CanActAs: { value: { party: partyDetails.party } } } },
    ]);
  });

  const refused: readonly (readonly [string, string, object])[] = [
    ["a hint with ::", "INVALID_ARGUMENT", { partyIdHint: "a::b" }],
    ["a hint that ends in a blank", "INVALID_ARGUMENT", { partyIdHint: "alice " }],
    ["a hint outside the alphabet", "INVALID_ARGUMENT", { partyIdHint: "a.b" }],
    ["a hint of 186 characters", "INVALID_ARGUMENT", { partyIdHint: "x".repeat(186) }],
    ["a hint of the wrong type", "INVALID_ARGUMENT", { partyIdHint: 5 }],
    ["an empty annotation", "INVALID_ARGUMENT", { localMetadata: { annotations: { a: "" } } }],
    ["a resource version", "INVALID_ARGUMENT", { localMetadata: { resourceVersion: "0" } }],
    ["an unknown identity provider", "INVALID_ARGUMENT", { identityProviderId: "nobody" }],
    ["an unknown synchronizer", "NOT_CONNECTED_TO_SYNCHRONIZER", { synchronizerId: "x::1220ab" }],
    ["a malformed synchronizer", "INVALID_FIELD", { synchronizerId: "x" }],
    ["a malformed user", "INVALID_FIELD", { userId: "a b" }],
    ["an unknown user", "USER_NOT_FOUND", { userId: "nobody" }],
  ];
  for (const [what, code, request] of refused) {
    it(`refuses ${what} with ${code} and changes nothing`, async () => {
      const ledger = await createLedger({ seed: 1 });
      const before = ledger.state;
      expect((await rejectionOf(allocateParty(ledger, request))).code).to.equal(code);
      expect(ledger.state).to.equal(before);
    });
  }

  it("accepts a hint of 185 characters", async () => {
    const ledger = await createLedger({ seed: 1 });
    expect(await allocate(ledger, "x".repeat(185))).to.have.length(185 + 2 + 68);
  });

  it("refuses an existing party", async () => {
    const ledger = await createLedger({ seed: 1 });
    await allocate(ledger, "alice");
    const error = await rejectionOf(allocateParty(ledger, { partyIdHint: "alice" }));
    expect(error.code).to.equal("INVALID_ARGUMENT");
    expect(error.cause).to.include("Party already exists");
  });

  it("allocates no party if the new right would exceed the user's limit", async () => {
    const ledger = await createLedger({ seed: 1, limits: { maxRightsPerUser: 1 } });
    await createUser(ledger, { user: { id: "ann" } });
    await allocateParty(ledger, { partyIdHint: "alice", userId: "ann" });
    const before = ledger.state;
    const error = await rejectionOf(allocateParty(ledger, { partyIdHint: "bob", userId: "ann" }));
    expect(error.code).to.equal("TOO_MANY_USER_RIGHTS");
    expect(ledger.state).to.equal(before);
  });

  it("requires the synchronizer if there are several", async () => {
    const synchronizers = [{ alias: "one" }, { alias: "two" }];
    const ledger = await createLedger({ seed: 1, synchronizers });
    const error = await rejectionOf(allocateParty(ledger, { partyIdHint: "alice" }));
    expect(error.code).to.equal("INVALID_ARGUMENT");
    const synchronizerId = ledger.state.synchronizers[1]?.id ?? "";
    await allocateParty(ledger, { partyIdHint: "alice", synchronizerId });
    expect(ledger.state.log.get(ledger.state.ledgerEnd)?.update?.synchronizerId).to.equal(
      synchronizerId,
    );
  });

  it("refuses users without administration rights, even for themselves", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    const request = { partyIdHint: "alice", userId: "alice" };
    const own = await rejectionOf(allocateParty(ledger, request, userCaller("alice")));
    expect(own.code).to.equal("PERMISSION_DENIED");
    const none = await rejectionOf(allocateParty(ledger, request, anonymousCaller));
    expect(none.code).to.equal("UNAUTHENTICATED");
  });

  it("allows users to allocate parties for themselves up to the quota of their rights", async () => {
    const ledger = await createLedger({ seed: 1, limits: { maxSelfAllocatedParties: 2 } });
    const one = await allocateParty(ledger, { partyIdHint: "one" });
    const { party } = one.partyDetails;
    const rights = ["CanActAs", "CanReadAs"].map((kind) => ({
      kind: { [kind]: { value: { party } } },
    }));
    await createUser(ledger, untyped({ user: { id: "alice" }, rights }));
    await createUser(ledger, { user: { id: "bob" } });
    const alice = userCaller("alice");
    const refusalOf = async (request: object) =>
      (await rejectionOf(allocateParty(ledger, request, alice))).code;
    expect(await refusalOf({ partyIdHint: "x" })).to.equal("PERMISSION_DENIED");
    expect(await refusalOf({ partyIdHint: "x", userId: "bob" })).to.equal("PERMISSION_DENIED");
    const own = { partyIdHint: "own", userId: "alice" };
    const { partyDetails } = await allocateParty(ledger, own, alice);
    const { rights: held } = listUserRights(ledger, { userId: "alice" });
    expect(held).to.deep.include({ kind: { CanActAs: { value: { party: partyDetails.party } } } });
    const before = ledger.state;
    expect(await refusalOf({ ...own, partyIdHint: "more" })).to.equal("PERMISSION_DENIED");
    expect(ledger.state).to.equal(before);
    await allocateParty(ledger, { partyIdHint: "more", userId: "alice" }, participantAdmin);
  });

  it("assigns the party to the administrator's identity provider, with its users", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addIdentityProvider(ledger, "one");
    await createUser(ledger, { user: { id: "foreign" } });
    const one = administratorOf("one");
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "a" }, one);
    expect(partyDetails.identityProviderId).to.equal("one");
    const request = { partyIdHint: "b", userId: "foreign" };
    const error = await rejectionOf(allocateParty(ledger, request, one));
    expect(error.code).to.equal("PERMISSION_DENIED");
  });
});

describe("listParties", () => {
  it("returns every party exactly once, by id, over all pages", async () => {
    const ledger = await createLedger({ seed: 1 });
    for (const hint of ["b", "a", "__proto__", "d", "c"]) await allocate(ledger, hint);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = listParties(ledger, { pageSize: 2, pageToken });
      seen.push(...page.partyDetails.map(({ party }) => party));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).to.deep.equal([...ledger.state.parties.keys()]);
    expect(seen)
      .to.deep.equal([...seen].sort())
      .and.to.include(`a::${namespaceOf(ledger)}`);
  });

  it("filters by the start of the ids, across pages", async () => {
    const ledger = await createLedger({ seed: 1 });
    for (const hint of ["a", "b1", "b2", "b3", "c"]) await allocate(ledger, hint);
    const first = listParties(ledger, { filterParty: "b", pageSize: 2 });
    const pageToken = first.nextPageToken;
    const second = listParties(ledger, { filterParty: "b", pageSize: 2, pageToken });
    const hints = [...first.partyDetails, ...second.partyDetails].map(({ party }) => party[1]);
    expect(hints).to.deep.equal(["1", "2", "3"]);
    expect(second.nextPageToken).to.equal("");
  });

  it("refuses a page above the maximum, and uses the maximum for 0", async () => {
    const ledger = await createLedger({ seed: 1, limits: { maxPartiesPageSize: 2 } });
    for (const hint of ["a", "b", "c"]) await allocate(ledger, hint);
    expect(listParties(ledger, { pageSize: 0 }).partyDetails).to.have.length(2);
    for (const pageSize of [3, -1]) {
      expect(errorOf(() => listParties(ledger, { pageSize })).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("returns details only of parties of the caller's identity provider", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addIdentityProvider(ledger, "one");
    const one = administratorOf("one");
    const localMetadata = { annotations: { secret: "1" } };
    await allocateParty(ledger, { partyIdHint: "mine", localMetadata }, one);
    await allocateParty(ledger, { partyIdHint: "other", localMetadata });
    const seen = (caller: Parameters<typeof listParties>[2], filterParty: string) =>
      listParties(ledger, { filterParty }, caller).partyDetails;
    expect(seen(one, "mine")[0]).to.deep.include({ isLocal: true, identityProviderId: "one" });
    expect(seen(one, "other")[0]).to.deep.include({
      isLocal: false,
      localMetadata: { resourceVersion: "", annotations: {} },
      identityProviderId: "",
    });
    // Callers of the default provider see that parties of other providers are local, but not their details.
    expect(seen(participantAdmin, "mine")[0]).to.deep.include({
      isLocal: true,
      localMetadata: { resourceVersion: "", annotations: {} },
      identityProviderId: "",
    });
  });

  it("treats an unknown identity provider as one without parties", async () => {
    const ledger = await createLedger({ seed: 1 });
    await allocateParty(ledger, { partyIdHint: "mine" });
    const request = { filterParty: "mine", identityProviderId: "nobody" };
    expect(listParties(ledger, request).partyDetails[0]).to.deep.include({ isLocal: false });
  });

  it("refuses a filter that no party id can start with", async () => {
    const ledger = await createLedger({ seed: 1 });
    for (const filterParty of ["a%", "a/b", "é", "a".repeat(186)]) {
      const error = errorOf(() => listParties(ledger, { filterParty }));
      expect(error.code, filterParty).to.equal("INVALID_FIELD");
    }
    expect(listParties(ledger, { filterParty: "a".repeat(185) }).partyDetails).to.deep.equal([]);
  });

  it("refuses users without administration rights", async () => {
    const ledger = await createLedger({ seed: 1 });
    const reader = userCaller("reader", [{ kind: "CanReadAsAnyParty" }]);
    expect(errorOf(() => listParties(ledger, {}, reader)).code).to.equal("PERMISSION_DENIED");
    expect(errorOf(() => listParties(ledger, {}, anonymousCaller)).code).to.equal(
      "UNAUTHENTICATED",
    );
  });
});

describe("getParties", () => {
  it("omits unknown parties", async () => {
    const ledger = await createLedger({ seed: 1 });
    const party = await allocate(ledger, "alice");
    expect(getParties(ledger, { party: "nobody" })).to.deep.equal({ partyDetails: [] });
    const { partyDetails } = getParties(ledger, { party, parties: [party, "nobody"] });
    expect(partyDetails.map((details) => details.party)).to.deep.equal([party]);
  });

  // cn-quickstart calls /v2/parties/party?parties=<the party> (clients.md 3.7).
  it("finds the parties of the query and the one of the path", async () => {
    const ledger = await createLedger({ seed: 1 });
    const party = await allocate(ledger, "alice");
    const { partyDetails } = getParties(ledger, { party: "party", parties: [party] });
    expect(partyDetails[0]?.party).to.equal(party);
  });

  it("is open to users with execution rights on all the parties", async () => {
    const ledger = await createLedger({ seed: 1 });
    const party = await allocate(ledger, "alice");
    const other = await allocate(ledger, "bob");
    for (const kind of ["CanActAs", "CanReadAs", "CanExecuteAs"] as const) {
      const caller = userCaller("alice", [{ kind, party }]);
      expect(getParties(ledger, { party }, caller).partyDetails).to.have.length(1);
      const both = errorOf(() => getParties(ledger, { party, parties: [other] }, caller));
      expect(both.code).to.equal("PERMISSION_DENIED");
    }
    expect(errorOf(() => getParties(ledger, { party }, userCaller("x"))).code).to.equal(
      "PERMISSION_DENIED",
    );
  });

  it("answers INVALID_ARGUMENT for a malformed party", async () => {
    const ledger = await createLedger({ seed: 1 });
    expect(errorOf(() => getParties(ledger, { party: "a/b" })).code).to.equal("INVALID_ARGUMENT");
  });
});

describe("getParticipantId", () => {
  it("returns the id to every user, and refuses callers without a token", async () => {
    const ledger = await createLedger({ seed: 1 });
    const { participantId } = ledger.state;
    expect(getParticipantId(ledger, {}, userCaller("x"))).to.deep.equal({ participantId });
    expect(errorOf(() => getParticipantId(ledger, {}, anonymousCaller)).code).to.equal(
      "UNAUTHENTICATED",
    );
  });
});
