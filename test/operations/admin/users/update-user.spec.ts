import { expect } from "chai";
import fc from "fast-check";

import {
  anonymousCaller,
  createUser,
  getUser,
  updateUser,
  type UserJson,
} from "../../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import { administratorOf, participantAdmin, userCaller } from "../../../support/callers.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { addIdentityProvider } from "../../../support/identity-providers.ts";
import { runs } from "../../../support/properties.ts";
import { untyped } from "../../../support/untyped.ts";

const stored = {
  id: "alice",
  primaryParty: "p",
  isDeactivated: true,
  metadata: { annotations: { kept: "1", changed: "2" } },
  primaryPartyAuthentication: true,
};

const ledgerWithAlice = async (limits = {}): Promise<Ledger> => {
  const ledger = await createLedger({ seed: 1, limits });
  await createUser(ledger, { user: stored });
  return ledger;
};

const patch = (ledger: Ledger, user: object, ...paths: string[]): Promise<{ user: UserJson }> =>
  updateUser(ledger, { user: { id: "alice", ...user }, updateMask: { paths } });

describe("updateUser", () => {
  it("S5.1+ S5.6+ changes exactly the fields in the mask", async () => {
    const ledger = await ledgerWithAlice();
    const { user } = await patch(
      ledger,
      { primaryParty: "q", isDeactivated: false },
      "primary_party",
    );
    expect(user).to.deep.equal({
      id: "alice",
      primaryParty: "q",
      isDeactivated: true,
      metadata: { resourceVersion: "1", annotations: { kept: "1", changed: "2" } },
      identityProviderId: "",
      primaryPartyAuthentication: true,
    });
    expect(getUser(ledger, { userId: "alice" })).to.deep.equal({ user });
  });

  it("clears fields that the mask names and the request omits", async () => {
    const paths = ["primary_party", "is_deactivated", "primary_party_authentication"];
    const { user } = await patch(await ledgerWithAlice(), {}, ...paths);
    expect(user).to.deep.include({
      primaryParty: "",
      isDeactivated: false,
      primaryPartyAuthentication: false,
    });
  });

  for (const path of ["metadata", "metadata.annotations"]) {
    it(`S5.3+ merges annotations under ${path}; empty ones are removed`, async () => {
      const metadata = { annotations: { changed: "3", added: "4", kept: "", unknown: "" } };
      const { user } = await patch(await ledgerWithAlice(), { metadata }, path);
      expect(user.metadata.annotations).to.deep.equal({ changed: "3", added: "4" });
    });
  }

  it("S5.4+ accepts immutable fields without effect", async () => {
    const ledger = await ledgerWithAlice();
    const paths = ["id", "identity_provider_id", "metadata.resource_version"];
    const { user } = await patch(ledger, { primaryParty: "q" }, ...paths);
    expect(user).to.deep.include({ id: "alice", primaryParty: "p", identityProviderId: "" });
    expect(user.metadata.resourceVersion).to.equal("1");
  });

  it("S5.4- compares a given resource version, whether or not the mask names it", async () => {
    const ledger = await ledgerWithAlice();
    const metadata = { resourceVersion: "0" };
    await patch(ledger, { metadata }, "primary_party");
    const error = await rejectionOf(patch(ledger, { metadata }, "primary_party"));
    expect(error.code).to.equal("CONCURRENT_USER_UPDATE_DETECTED");
    await patch(ledger, { metadata: { resourceVersion: "1" } }, "id");
    await patch(ledger, { metadata: { resourceVersion: "" } }, "id");
    expect(getUser(ledger, { userId: "alice" }).user.metadata.resourceVersion).to.equal("3");
  });

  it("accepts exactly one of many simultaneous changes of one version", async () => {
    const ledger = await ledgerWithAlice();
    const attempts = Array.from({ length: 20 }, (_, index) =>
      patch(
        ledger,
        { primaryParty: `p${index}`, metadata: { resourceVersion: "0" } },
        "primary_party",
      ),
    );
    const outcomes = await Promise.allSettled(attempts);
    const winners = outcomes.filter(({ status }) => status === "fulfilled");
    expect(winners).to.have.length(1);
    const { user } = getUser(ledger, { userId: "alice" });
    expect(user.metadata.resourceVersion).to.equal("1");
    expect(winners[0]).to.deep.include({ value: { user } });
  });

  it("refuses merged annotations above the limit, even if each part is below it", async () => {
    const ledger = await ledgerWithAlice({ maxAnnotationsBytes: 30 });
    const metadata = { annotations: { other: "x".repeat(20) } };
    const error = await rejectionOf(patch(ledger, { metadata }, "metadata"));
    expect(error.code).to.equal("MAX_USER_ANNOTATIONS_SIZE_EXCEEDED");
    const large = { annotations: { other: "x".repeat(26) } };
    const alone = await rejectionOf(patch(ledger, { metadata: large }, "metadata"));
    expect(alone.code).to.equal("INVALID_ARGUMENT");
  });

  it("changes no field if its annotations are refused", async () => {
    const ledger = await ledgerWithAlice({ maxAnnotationsBytes: 30 });
    const { state } = ledger;
    const metadata = { annotations: { changed: "3", other: "x".repeat(20) } };
    await rejectionOf(
      patch(ledger, { primaryParty: "q", metadata }, "primary_party", "metadata.annotations"),
    );
    expect(ledger.state).to.equal(state);
    const { user } = getUser(ledger, { userId: "alice" });
    expect(user.primaryParty).to.equal("p");
    expect(user.metadata).to.deep.equal({ resourceVersion: "0", ...stored.metadata });
  });

  it("leaves the user's rights and all other users unchanged", async () => {
    const ledger = await ledgerWithAlice();
    await createUser(ledger, { user: { id: "bob" } });
    const before = ledger.state.users;
    await patch(ledger, { primaryParty: "q" }, "primary_party");
    const after = ledger.state.users;
    expect(before.get("alice")?.primaryParty).to.equal("p");
    expect(after.get("alice")?.primaryParty).to.equal("q");
    expect(after.get("alice")?.rights).to.equal(before.get("alice")?.rights);
    expect(after.get("bob")).to.equal(before.get("bob"));
  });

  const mask = { paths: ["id"] };
  const refused: readonly (readonly [string, string, object])[] = [
    ["a request without user", "MISSING_FIELD", { updateMask: mask }],
    ["a user without id", "MISSING_FIELD", { user: {}, updateMask: mask }],
    ["a malformed id", "INVALID_FIELD", { user: { id: "a b" }, updateMask: mask }],
    ["a request without mask", "MISSING_FIELD", { user: { id: "alice" } }],
    [
      "a mask that is not an object",
      "INVALID_ARGUMENT",
      { user: { id: "alice" }, updateMask: "id" },
    ],
    [
      "a mask without paths",
      "INVALID_USER_UPDATE_REQUEST",
      { user: { id: "alice" }, updateMask: {} },
    ],
    [
      "a repeated path",
      "INVALID_USER_UPDATE_REQUEST",
      { user: { id: "alice" }, updateMask: { paths: ["id", "id"] } },
    ],
    [
      "a malformed primary party",
      "INVALID_ARGUMENT",
      { user: { id: "alice", primaryParty: "a/b" }, updateMask: mask },
    ],
    [
      "a malformed identity provider",
      "INVALID_TOKEN",
      { user: { id: "alice", identityProviderId: "@" }, updateMask: mask },
    ],
    [
      "a version that is not a number",
      "INVALID_FIELD",
      { user: { id: "alice", metadata: { resourceVersion: "v1" } }, updateMask: mask },
    ],
    [
      "a version beyond 64 bits",
      "INVALID_FIELD",
      {
        user: { id: "alice", metadata: { resourceVersion: "9223372036854775808" } },
        updateMask: mask,
      },
    ],
    [
      "a malformed annotation key",
      "INVALID_ARGUMENT",
      { user: { id: "alice", metadata: { annotations: { "-a": "1" } } }, updateMask: mask },
    ],
    [
      "an unknown identity provider",
      "INVALID_ARGUMENT",
      { user: { id: "alice", identityProviderId: "x" }, updateMask: mask },
    ],
    ["an unknown user", "USER_NOT_FOUND", { user: { id: "nobody" }, updateMask: mask }],
  ];
  for (const [what, code, request] of refused) {
    it(`S5.6- refuses ${what} with ${code} and changes nothing`, async () => {
      const ledger = await ledgerWithAlice();
      const before = ledger.state;
      expect((await rejectionOf(updateUser(ledger, untyped(request)))).code).to.equal(code);
      expect(ledger.state).to.equal(before);
    });
  }

  it("S5.2- refuses a mask without a path", async () => {
    const error = await rejectionOf(patch(await ledgerWithAlice(), { primaryParty: "q" }));
    expect(error.code).to.equal("INVALID_USER_UPDATE_REQUEST");
  });

  it("S5.3- refuses paths that are unknown, in camel case, below a field, or prefixed with user", async () => {
    const ledger = await ledgerWithAlice();
    const paths = ["name", "primaryParty", "metadata.annotations.kept", "user.primary_party", "*"];
    for (const path of paths) {
      const error = await rejectionOf(patch(ledger, { primaryParty: "q" }, path));
      expect(error.code, path).to.equal("INVALID_USER_UPDATE_REQUEST");
    }
  });

  it("names the missing mask in snake case", async () => {
    const error = await rejectionOf(
      updateUser(await ledgerWithAlice(), untyped({ user: { id: "alice" } })),
    );
    expect(error.context).to.deep.equal({ field_name: "update_mask" });
  });

  it("refuses a user's own deactivation", async () => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "admin" } });
    const request = (isDeactivated: boolean) => ({
      user: { id: "admin", isDeactivated },
      updateMask: { paths: ["is_deactivated"] },
    });
    const error = await rejectionOf(updateUser(ledger, request(true), participantAdmin));
    expect(error.code).to.equal("INVALID_ARGUMENT");
    await updateUser(ledger, request(false), participantAdmin);
    await updateUser(ledger, request(true));
    expect(getUser(ledger, { userId: "admin" }).user.isDeactivated).to.equal(true);
  });

  it("S5.5+ S5.5- is allowed only for administrators of the user's own identity provider", async () => {
    const ledger = await ledgerWithAlice();
    await addIdentityProvider(ledger, "one");
    await createUser(ledger, { user: { id: "mine" } }, administratorOf("one"));
    const change = (id: string, identityProviderId = "") => ({
      user: { id, identityProviderId, primaryParty: "q" },
      updateMask: { paths: ["primary_party"] },
    });
    const one = administratorOf("one");
    expect((await updateUser(ledger, change("mine"), one)).user.primaryParty).to.equal("q");
    const denied = [
      updateUser(ledger, change("alice"), one),
      updateUser(ledger, change("alice", "two"), one),
      updateUser(ledger, change("mine"), participantAdmin),
      updateUser(ledger, change("alice"), userCaller("alice")),
    ];
    for (const attempt of denied) {
      expect((await rejectionOf(attempt)).code).to.equal("PERMISSION_DENIED");
    }
    const none = await rejectionOf(updateUser(ledger, change("alice"), anonymousCaller));
    expect(none.code).to.equal("UNAUTHENTICATED");
  });

  it("S5.1- changes no field outside the mask", async () => {
    const fields = ["primary_party", "is_deactivated", "metadata", "primary_party_authentication"];
    const wanted = fc.record({
      primaryParty: fc.constantFrom("", "q", "r"),
      isDeactivated: fc.boolean(),
      metadata: fc.record({
        annotations: fc.dictionary(fc.constantFrom("a", "kept"), fc.constantFrom("", "x")),
      }),
      primaryPartyAuthentication: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(wanted, fc.subarray(fields, { minLength: 1 }), async (request, paths) => {
        const ledger = await ledgerWithAlice();
        const before = getUser(ledger, { userId: "alice" }).user;
        const { user } = await patch(ledger, request, ...paths);
        const values = (of: UserJson): readonly unknown[] => [
          of.primaryParty,
          of.isDeactivated,
          of.metadata.annotations,
          of.primaryPartyAuthentication,
        ];
        fields.forEach((field, index) => {
          if (paths.includes(field)) return;
          expect(values(user)[index], field).to.deep.equal(values(before)[index]);
        });
      }),
      { numRuns: runs(40) },
    );
  });
});
