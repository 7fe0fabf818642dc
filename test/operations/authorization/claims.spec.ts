import { expect } from "chai";
import fc from "fast-check";

import { anonymousCaller, type Caller, trustedCaller, type UserCaller } from "../../../lib/api.ts";
import {
  claimsOf,
  requireActAs,
  requireAdmin,
  requireAnyAdmin,
  requireExecuteAs,
  requireIdentityProvider,
  requireOperateAs,
  requirePublic,
  requireReadAs,
  requireReadAsAnyParty,
  requireUser,
} from "../../../lib/operations/authorization/claims.ts";
import type { Right } from "../../../lib/store.ts";
import { participantAdmin, userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

const userWith = (...rights: Right[]): UserCaller => ({
  kind: "user",
  userId: "ann",
  identityProviderId: "corporate",
  claims: claimsOf(rights),
});

const alice = "alice::1220aa";
const bob = "__proto__";

const checks = {
  public: requirePublic,
  admin: requireAdmin,
  anyAdmin: requireAnyAdmin,
  actAsAlice: (caller) => requireActAs(caller, [alice]),
  readAsAlice: (caller) => requireReadAs(caller, [alice]),
  readAsAny: requireReadAsAnyParty,
  executeAsAlice: (caller) => requireExecuteAs(caller, [alice]),
  operateAsAlice: (caller) => requireOperateAs(caller, [alice]),
} satisfies Record<string, (caller: Caller) => void>;

type Check = keyof typeof checks;

const grants: readonly (readonly [Right, readonly Check[]])[] = [
  [{ kind: "ParticipantAdmin" }, ["public", "admin", "anyAdmin", "operateAsAlice"]],
  [{ kind: "IdentityProviderAdmin" }, ["public", "anyAdmin", "operateAsAlice"]],
  [
    { kind: "CanActAs", party: alice },
    ["public", "actAsAlice", "readAsAlice", "executeAsAlice", "operateAsAlice"],
  ],
  [{ kind: "CanReadAs", party: alice }, ["public", "readAsAlice", "operateAsAlice"]],
  [
    { kind: "CanActAsAnyParty" },
    ["public", "actAsAlice", "readAsAlice", "readAsAny", "executeAsAlice", "operateAsAlice"],
  ],
  [{ kind: "CanReadAsAnyParty" }, ["public", "readAsAlice", "readAsAny", "operateAsAlice"]],
  [{ kind: "CanExecuteAs", party: alice }, ["public", "executeAsAlice", "operateAsAlice"]],
  [{ kind: "CanExecuteAsAnyParty" }, ["public", "executeAsAlice", "operateAsAlice"]],
  [{ kind: "CanActAs", party: bob }, ["public"]],
];

describe("claims", () => {
  for (const [right, granted] of grants) {
    for (const [name, check] of Object.entries(checks)) {
      const holds = granted.includes(name as Check);
      const label = "party" in right ? `${right.kind} ${right.party}` : right.kind;
      it(`${label} ${holds ? "grants" : "does not grant"} ${name}`, () => {
        if (holds) check(userWith(right));
        else expect(errorOf(() => check(userWith(right))).code).to.equal("PERMISSION_DENIED");
      });
    }
  }

  it("asks for every party named", () => {
    const caller = userWith({ kind: "CanActAs", party: alice });
    expect(errorOf(() => requireActAs(caller, [alice, bob])).code).to.equal("PERMISSION_DENIED");
  });

  it("adds up: more rights never grant less", () => {
    const right = fc.constantFrom(...grants.map(([granted]) => granted));
    const passes = (rights: readonly Right[], check: (caller: UserCaller) => void): boolean => {
      try {
        check(userWith(...rights));
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.array(right, { maxLength: 5 }), right, (rights, extra) => {
        for (const check of Object.values(checks)) {
          if (passes(rights, check)) expect(passes([...rights, extra], check)).to.equal(true);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  for (const [name, check] of Object.entries(checks)) {
    it(`${name}: an anonymous caller is not authenticated`, () => {
      expect(errorOf(() => check(anonymousCaller)).code).to.equal("UNAUTHENTICATED");
    });
  }

  it("grants everything to a trusted caller", () => {
    for (const check of Object.values(checks)) check(trustedCaller);
  });
});

describe("the user of a request", () => {
  it("is the caller when none is named", () => {
    expect(requireUser(userWith(), "")).to.equal("ann");
    expect(requireUser(userWith(), "ann")).to.equal("ann");
  });

  it("is nobody else than the caller", () => {
    expect(errorOf(() => requireUser(userWith(), "ben")).code).to.equal("PERMISSION_DENIED");
  });

  it("is whom a trusted caller names", () => {
    expect(requireUser(trustedCaller, "ben")).to.equal("ben");
  });

  it("cannot be defaulted for a trusted caller, in the words clients look for", () => {
    const error = errorOf(() => requireUser(trustedCaller, ""));
    expect(error.code).to.equal("INVALID_TOKEN");
    expect(error.cause).to.contain("The submitted request is missing a user-id");
  });
});

describe("the identity provider of a request", () => {
  const admin = userWith({ kind: "ParticipantAdmin" });

  it("is the caller's own when none is named", () => {
    expect(requireIdentityProvider(userWith(), "")).to.equal("corporate");
  });

  it("may be any for callers of the default one", () => {
    for (const caller of [trustedCaller, userCaller("u"), participantAdmin]) {
      expect(requireIdentityProvider(caller, "")).to.equal("");
      expect(requireIdentityProvider(caller, "other")).to.equal("other");
    }
  });

  it("may be no other for callers of one, admins or not", () => {
    for (const caller of [userWith(), admin]) {
      expect(errorOf(() => requireIdentityProvider(caller, "other")).code).to.equal(
        "PERMISSION_DENIED",
      );
      expect(requireIdentityProvider(caller, "corporate")).to.equal("corporate");
    }
  });

  it("has to be named by an admin, whom the default one is implied for", () => {
    expect(errorOf(() => requireIdentityProvider(admin, "")).code).to.equal("PERMISSION_DENIED");
  });

  it("is refused as part of the authorization when malformed", () => {
    for (const caller of [trustedCaller, admin]) {
      expect(errorOf(() => requireIdentityProvider(caller, "a@b")).code).to.equal("INVALID_TOKEN");
    }
    expect(errorOf(() => requireIdentityProvider(anonymousCaller, "a@b")).code).to.equal(
      "UNAUTHENTICATED",
    );
  });
});
