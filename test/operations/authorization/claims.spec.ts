import { expect } from "chai";
import fc from "fast-check";

import { anonymousCaller, type Caller, trustedCaller, type UserCaller } from "../../../lib/api.ts";
import {
  deriveClaims,
  determineIdentityProvider,
  requireActAs,
  requireActiveUser,
  requireAnyAdminClaim,
  requireAnyRightForParties,
  requireExecuteAsClaim,
  requireParticipantAdmin,
  requireReadAs,
  requireReadAsAnyParty,
  resolveRequestedUser,
} from "../../../lib/operations/authorization/claims.ts";
import type { Right } from "../../../lib/store.ts";
import { participantAdmin, userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

const userWith = (...rights: Right[]): UserCaller => ({
  kind: "user",
  userId: "ann",
  identityProviderId: "corporate",
  claims: deriveClaims(rights),
});

const alice = "alice::1220aa";
const bob = "__proto__";

const checks = {
  public: requireActiveUser,
  admin: requireParticipantAdmin,
  anyAdmin: requireAnyAdminClaim,
  actAsAlice: (caller) => requireActAs(caller, [alice]),
  readAsAlice: (caller) => requireReadAs(caller, [alice]),
  readAsAny: requireReadAsAnyParty,
  executeAsAlice: (caller) => requireExecuteAsClaim(caller, [alice]),
  operateAsAlice: (caller) => requireAnyRightForParties(caller, [alice]),
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

describe("authorization claims", () => {
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

  it("require a right for each named party", () => {
    const caller = userWith({ kind: "CanActAs", party: alice });
    expect(errorOf(() => requireActAs(caller, [alice, bob])).code).to.equal("PERMISSION_DENIED");
  });

  it("grant at least as much with additional rights", () => {
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

  it("grant everything to a trusted caller", () => {
    for (const check of Object.values(checks)) check(trustedCaller);
  });
});

describe("user of a request", () => {
  it("is the caller if the request names no user", () => {
    expect(resolveRequestedUser(userWith(), "")).to.equal("ann");
    expect(resolveRequestedUser(userWith(), "ann")).to.equal("ann");
  });

  it("must be the caller if the request names one", () => {
    expect(errorOf(() => resolveRequestedUser(userWith(), "ben")).code).to.equal(
      "PERMISSION_DENIED",
    );
  });

  it("can be any user for a trusted caller", () => {
    expect(resolveRequestedUser(trustedCaller, "ben")).to.equal("ben");
  });

  it("must be named by a trusted caller; otherwise the error has the message that clients recognize", () => {
    const error = errorOf(() => resolveRequestedUser(trustedCaller, ""));
    expect(error.code).to.equal("INVALID_TOKEN");
    expect(error.cause).to.contain("The submitted request is missing a user-id");
  });
});

describe("identity provider of a request", () => {
  const admin = userWith({ kind: "ParticipantAdmin" });

  it("is the caller's if the request names none", () => {
    expect(determineIdentityProvider(userWith(), "")).to.equal("corporate");
  });

  it("can be any provider for callers of the default provider", () => {
    for (const caller of [trustedCaller, userCaller("u"), participantAdmin]) {
      expect(determineIdentityProvider(caller, "")).to.equal("");
      expect(determineIdentityProvider(caller, "other")).to.equal("other");
    }
  });

  it("must be the caller's for callers of another provider, even for administrators", () => {
    for (const caller of [userWith(), admin]) {
      expect(errorOf(() => determineIdentityProvider(caller, "other")).code).to.equal(
        "PERMISSION_DENIED",
      );
      expect(determineIdentityProvider(caller, "corporate")).to.equal("corporate");
    }
  });

  it("must be named by an administrator unless it is the default one", () => {
    expect(errorOf(() => determineIdentityProvider(admin, "")).code).to.equal("PERMISSION_DENIED");
  });

  it("is refused during authorization if malformed", () => {
    for (const caller of [trustedCaller, admin]) {
      expect(errorOf(() => determineIdentityProvider(caller, "a@b")).code).to.equal(
        "INVALID_TOKEN",
      );
    }
    expect(errorOf(() => determineIdentityProvider(anonymousCaller, "a@b")).code).to.equal(
      "UNAUTHENTICATED",
    );
  });
});
