import { expect } from "chai";

import {
  anonymousCaller,
  createUser,
  deleteUser,
  getAuthenticatedUser,
  getUser,
  listUserRights,
  listUsers,
} from "../../../../lib/api.ts";
import { createLedger } from "../../../../lib/index.ts";
import { administratorOf, participantAdmin, userCaller } from "../../../support/callers.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { addIdentityProvider } from "../../../support/identity-providers.ts";
import { untyped } from "../../../support/untyped.ts";

describe("createUser", () => {
  it("returns the complete user, with defaults for omitted fields", async () => {
    const ledger = await createLedger({ seed: 1 });
    const { user } = await createUser(ledger, { user: { id: "alice" } });
    expect(user).to.deep.equal({
      id: "alice",
      primaryParty: "",
      isDeactivated: false,
      metadata: { resourceVersion: "0", annotations: {} },
      identityProviderId: "",
      primaryPartyAuthentication: false,
    });
    expect(getUser(ledger, { userId: "alice" })).to.deep.equal({ user });
  });

  it("stores all fields of the request", async () => {
    const ledger = await createLedger({ seed: 1 });
    const metadata = { resourceVersion: "", annotations: { "example.com/team": "α", n: "1" } };
    const request = {
      user: { id: "__proto__", primaryParty: "p::q", isDeactivated: true, metadata, extra: 1 },
      rights: [{ kind: { CanActAs: { value: { party: "p::q" } } } }],
    };
    const { user } = await createUser(ledger, request, participantAdmin);
    expect(user).to.deep.include({ id: "__proto__", primaryParty: "p::q", isDeactivated: true });
    expect(user.metadata.annotations).to.deep.equal(metadata.annotations);
    expect(ledger.state.users.get("__proto__")?.rights.size).to.equal(1);
  });

  const refused: readonly (readonly [string, string, unknown])[] = [
    ["a request without user", "MISSING_FIELD", {}],
    ["a user that is null", "MISSING_FIELD", { user: null }],
    ["a user without id", "MISSING_FIELD", { user: { id: "" } }],
    ["a malformed id", "INVALID_FIELD", { user: { id: "a b" } }],
    ["an id of the wrong type", "INVALID_ARGUMENT", { user: { id: 1 } }],
    [
      "a resource version",
      "INVALID_ARGUMENT",
      { user: { id: "a", metadata: { resourceVersion: "0" } } },
    ],
    [
      "an empty annotation",
      "INVALID_ARGUMENT",
      { user: { id: "a", metadata: { annotations: { k: "" } } } },
    ],
    [
      "an annotation key with two slashes",
      "INVALID_ARGUMENT",
      { user: { id: "a", metadata: { annotations: { "a/b/c": "1" } } } },
    ],
    [
      "an annotation key that ends in a dash",
      "INVALID_ARGUMENT",
      { user: { id: "a", metadata: { annotations: { "a-": "1" } } } },
    ],
    [
      "an annotation prefix that is not a DNS name",
      "INVALID_ARGUMENT",
      { user: { id: "a", metadata: { annotations: { "a_b/c": "1" } } } },
    ],
    [
      "annotations above the limit",
      "INVALID_ARGUMENT",
      { user: { id: "a", metadata: { annotations: { k: "x".repeat(256 * 1024) } } } },
    ],
    ["a malformed primary party", "INVALID_ARGUMENT", { user: { id: "a", primaryParty: "a/b" } }],
    ["a right without kind", "INVALID_ARGUMENT", { user: { id: "a" }, rights: [{}] }],
    [
      "a right of the kind Empty",
      "INVALID_ARGUMENT",
      { user: { id: "a" }, rights: [{ kind: { Empty: {} } }] },
    ],
    [
      "a right with a malformed party",
      "INVALID_ARGUMENT",
      { user: { id: "a" }, rights: [{ kind: { CanActAs: { value: { party: "" } } } }] },
    ],
    [
      "a malformed identity provider",
      "INVALID_TOKEN",
      { user: { id: "a", identityProviderId: "a@b" } },
    ],
    [
      "an unknown identity provider",
      "INVALID_ARGUMENT",
      { user: { id: "a", identityProviderId: "nobody" } },
    ],
  ];
  for (const [what, code, request] of refused) {
    it(`refuses ${what} with ${code} and changes nothing`, async () => {
      const ledger = await createLedger({ seed: 1 });
      const before = ledger.state;
      expect((await rejectionOf(createUser(ledger, untyped(request)))).code).to.equal(code);
      expect(ledger.state).to.equal(before);
    });
  }

  it("uses the alphabetically first kind of a right with two kinds", async () => {
    const ledger = await createLedger({ seed: 1 });
    const kind = { ParticipantAdmin: { value: {} }, CanReadAsAnyParty: { value: {} } };
    await createUser(ledger, { user: { id: "alice" }, rights: [{ kind }] });
    const { rights } = listUserRights(ledger, { userId: "alice" });
    expect(rights).to.deep.equal([{ kind: { CanReadAsAnyParty: { value: {} } } }]);
  });

  it("refuses an existing id", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    const error = await rejectionOf(createUser(ledger, { user: { id: "alice" } }));
    expect(error).to.deep.include({ code: "USER_ALREADY_EXISTS", resources: [["USER", "alice"]] });
  });

  it("accepts exactly one of two simultaneous requests for an id", async () => {
    const ledger = await createLedger({ seed: 1 });
    const attempts = [1, 2].map(() => createUser(ledger, { user: { id: "alice" } }));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(["fulfilled", "rejected"]);
  });

  it("refuses more rights than a user may have", async () => {
    const ledger = await createLedger({ seed: 1, limits: { maxRightsPerUser: 2 } });
    const right = (party: string) => ({ kind: { CanReadAs: { value: { party } } } });
    const rights = ["a", "b", "b", "a"].map(right);
    await createUser(ledger, { user: { id: "two" }, rights });
    const request = { user: { id: "three" }, rights: [...rights, right("c")] };
    expect((await rejectionOf(createUser(ledger, request))).code).to.equal("TOO_MANY_USER_RIGHTS");
  });

  it("refuses users without administration rights before it validates the request", async () => {
    const ledger = await createLedger({ seed: 1 });
    const invalid = { user: { id: "a b" } };
    const reader = userCaller("reader", [{ kind: "CanReadAsAnyParty" }]);
    expect((await rejectionOf(createUser(ledger, invalid, reader))).code).to.equal(
      "PERMISSION_DENIED",
    );
    expect((await rejectionOf(createUser(ledger, invalid, anonymousCaller))).code).to.equal(
      "UNAUTHENTICATED",
    );
  });

  describe("by an administrator of an identity provider", () => {
    it("creates users of that provider only", async () => {
      const ledger = await createLedger({ seed: 1 });
      await addIdentityProvider(ledger, "one");
      await addIdentityProvider(ledger, "two");
      const { user } = await createUser(ledger, { user: { id: "a" } }, administratorOf("one"));
      expect(user.identityProviderId).to.equal("one");
      const foreign = { user: { id: "b", identityProviderId: "two" } };
      const error = await rejectionOf(createUser(ledger, foreign, administratorOf("one")));
      expect(error.code).to.equal("PERMISSION_DENIED");
    });

    const beyond: readonly (readonly [string, string, object])[] = [
      ["ParticipantAdmin", "PERMISSION_DENIED", { ParticipantAdmin: { value: {} } }],
      [
        "CanActAs for a party outside it",
        "UNKNOWN_RESOURCE",
        { CanActAs: { value: { party: "p" } } },
      ],
    ];
    for (const [right, code, kind] of beyond) {
      it(`refuses to grant ${right}`, async () => {
        const ledger = await createLedger({ seed: 1 });
        await addIdentityProvider(ledger, "one");
        const request = { user: { id: "a" }, rights: [{ kind }] };
        const error = await rejectionOf(
          createUser(ledger, untyped(request), administratorOf("one")),
        );
        expect(error.code).to.equal(code);
      });
    }

    for (const right of ["ParticipantAdmin", "CanReadAsAnyParty", "CanExecuteAsAnyParty"]) {
      it(`creates no user if the request grants ${right}`, async () => {
        const ledger = await createLedger({ seed: 1 });
        await addIdentityProvider(ledger, "one");
        const rights = [{ kind: { [right]: { value: {} } } }];
        const request = { user: { id: "a", identityProviderId: "one" }, rights };
        const error = await rejectionOf(
          createUser(ledger, untyped(request), administratorOf("one")),
        );
        expect(error.code).to.equal("PERMISSION_DENIED");
        expect(ledger.state.users.has("a")).to.equal(false);
      });
    }

    const within: readonly (readonly [string, object])[] = [
      ["IdentityProviderAdmin", { IdentityProviderAdmin: { value: {} } }],
      ["CanExecuteAs for a party outside it", { CanExecuteAs: { value: { party: "p" } } }],
    ];
    for (const [right, kind] of within) {
      it(`allows a request to grant ${right}`, async () => {
        const ledger = await createLedger({ seed: 1 });
        await addIdentityProvider(ledger, "one");
        const request = { user: { id: "a" }, rights: [{ kind }] };
        await createUser(ledger, untyped(request), administratorOf("one"));
        expect(ledger.state.users.get("a")?.rights.size).to.equal(1);
      });
    }
  });

  it("answers PERMISSION_DENIED for an id that another identity provider uses", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addIdentityProvider(ledger, "one");
    await createUser(ledger, { user: { id: "a", identityProviderId: "one" } });
    const error = await rejectionOf(createUser(ledger, { user: { id: "a" } }));
    expect(error.code).to.equal("PERMISSION_DENIED");
  });
});

describe("getUser", () => {
  it("distinguishes an unknown user from one of another identity provider", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addIdentityProvider(ledger, "one");
    await createUser(ledger, { user: { id: "a", identityProviderId: "one" } });
    expect(errorOf(() => getUser(ledger, { userId: "nobody" }))).to.deep.include({
      code: "USER_NOT_FOUND",
      resources: [["USER", "nobody"]],
    });
    expect(errorOf(() => getUser(ledger, { userId: "a" })).code).to.equal("PERMISSION_DENIED");
    expect(getUser(ledger, { userId: "a", identityProviderId: "one" }).user.id).to.equal("a");
    expect(getUser(ledger, { userId: "a" }, administratorOf("one")).user.id).to.equal("a");
  });

  it("is open to the user itself, and refuses other users", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    expect(getUser(ledger, { userId: "alice" }, userCaller("alice")).user.id).to.equal("alice");
    const other = errorOf(() => getUser(ledger, { userId: "alice" }, userCaller("bob")));
    expect(other.code).to.equal("PERMISSION_DENIED");
  });

  it("answers INVALID_ARGUMENT for a malformed id", async () => {
    const ledger = await createLedger({ seed: 1 });
    expect(errorOf(() => getUser(ledger, { userId: "a b" })).code).to.equal("INVALID_ARGUMENT");
  });
});

describe("getAuthenticatedUser", () => {
  it("returns the user of the token", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    expect(getAuthenticatedUser(ledger, {}, userCaller("alice")).user.id).to.equal("alice");
  });

  it("answers with an error to callers without a token", async () => {
    const ledger = await createLedger({ seed: 1 });
    const open = errorOf(() => getAuthenticatedUser(ledger, {}));
    expect(open.code).to.equal("INVALID_TOKEN");
    // wallet-sdk recognizes a ledger without authorization by this text (clients.md 0.8).
    expect(open.cause).to.include("The submitted request is missing a user-id");
    const closed = errorOf(() => getAuthenticatedUser(ledger, {}, anonymousCaller));
    expect(closed.code).to.equal("UNAUTHENTICATED");
  });

  it("refuses the id of another identity provider", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    const request = { identityProviderId: "one" };
    const error = errorOf(() => getAuthenticatedUser(ledger, request, userCaller("alice")));
    expect(error.code).to.equal("PERMISSION_DENIED");
  });
});

describe("listUsers", () => {
  it("returns every user exactly once, by id, over all pages", async () => {
    const ledger = await createLedger({ seed: 1 });
    const ids = ["b", "a", "__proto__", "d", "c", "Z"];
    for (const id of ids) await createUser(ledger, { user: { id } });
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = listUsers(ledger, { pageSize: 2, pageToken });
      seen.push(...page.users.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).to.deep.equal([...ids, "participant_admin"].sort());
  });

  it("uses the maximum for a page size of 0 or above the maximum", async () => {
    const ledger = await createLedger({ seed: 1, limits: { maxUsersPageSize: 3 } });
    for (const id of ["a", "b", "c", "d"]) await createUser(ledger, { user: { id } });
    for (const request of [{}, { pageSize: 0 }, { pageSize: "5000" }]) {
      expect(listUsers(ledger, untyped(request)).users).to.have.length(3);
    }
  });

  const foreignToken = "cGFydGllcy9h";
  for (const request of [
    { pageSize: -1 },
    { pageToken: "%" },
    { pageToken: "abc" },
    { pageToken: foreignToken },
  ]) {
    it(`refuses ${JSON.stringify(request)}`, async () => {
      const ledger = await createLedger({ seed: 1 });
      expect(errorOf(() => listUsers(ledger, request)).code).to.equal("INVALID_ARGUMENT");
    });
  }

  it("shows an administrator of an identity provider its own users only", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addIdentityProvider(ledger, "one");
    await createUser(ledger, { user: { id: "mine", identityProviderId: "one" } });
    await createUser(ledger, { user: { id: "other" } });
    const ids = (caller: Parameters<typeof listUsers>[2]) =>
      listUsers(ledger, {}, caller).users.map(({ id }) => id);
    expect(ids(administratorOf("one"))).to.deep.equal(["mine"]);
    expect(ids(participantAdmin)).to.include("other").and.not.include("mine");
  });
});

describe("deleteUser", () => {
  it("removes the user, and answers USER_NOT_FOUND the second time", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    expect(await deleteUser(ledger, { userId: "alice" })).to.deep.equal({});
    const again = await rejectionOf(deleteUser(ledger, { userId: "alice" }));
    expect(again.code).to.equal("USER_NOT_FOUND");
  });

  it("refuses users who delete themselves, but deletes any user if authorization is disabled", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "admin" } });
    const own = await rejectionOf(deleteUser(ledger, { userId: "admin" }, participantAdmin));
    expect(own.code).to.equal("INVALID_ARGUMENT");
    await deleteUser(ledger, { userId: "admin" });
    expect(ledger.state.users.has("admin")).to.equal(false);
  });

  it("does not let an administrator of an identity provider delete users outside that provider", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addIdentityProvider(ledger, "one");
    await createUser(ledger, { user: { id: "alice" } });
    const error = await rejectionOf(
      deleteUser(ledger, { userId: "alice" }, administratorOf("one")),
    );
    expect(error.code).to.equal("PERMISSION_DENIED");
  });
});
