import { expect } from "chai";
import fc from "fast-check";

import { createUser, getUser, updateUser } from "../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

const known = ["is_deactivated", "metadata", "metadata.annotations", "primary_party"];

describe("update masks", () => {
  let ledger: Ledger;

  beforeEach(async () => {
    ledger = await createLedger({ seed: 1 });
    const metadata = { annotations: { team: "old" } };
    await createUser(ledger, { user: { id: "ann", isDeactivated: true, metadata } });
  });

  const update = (paths: readonly string[], changes: object = {}) =>
    updateUser(ledger, { user: { id: "ann", ...changes }, updateMask: { paths: [...paths] } });
  const teamOf = (): string | undefined =>
    getUser(ledger, { userId: "ann" }).user.metadata.annotations["team"];

  it("set a named field to the requested value, even to its default", async () => {
    await update(["is_deactivated"], { isDeactivated: false });
    expect(getUser(ledger, { userId: "ann" }).user.isDeactivated).to.equal(false);
  });

  it("set the fields below a named field only if the request has another value than the default", async () => {
    await update(["metadata"], { metadata: {} });
    expect(teamOf()).to.equal("old");
    await update(["metadata"], { metadata: { annotations: { team: "new" } } });
    expect(teamOf()).to.equal("new");
  });

  it("keep fields that they do not name", async () => {
    await update(["is_deactivated"], { metadata: { annotations: { team: "new" } } });
    expect(teamOf()).to.equal("old");
  });

  const refused: readonly (readonly [string, readonly string[]])[] = [
    ["no path", []],
    ["an unknown field", ["name"]],
    ["an empty path", [""]],
    ["a path below a field", ["metadata.annotations.key"]],
    ["part of a name", ["meta"]],
    ["a path that ends in a dot", ["metadata."]],
    ["camel case", ["primaryParty"]],
    ["a wildcard", ["*"]],
    ["a name that every object has", ["__proto__"]],
    ["a path that comes twice", ["metadata", "is_deactivated", "metadata"]],
  ];
  for (const [what, paths] of refused) {
    it(`are refused with ${what}`, async () => {
      expect((await rejectionOf(update(paths))).code).to.equal("INVALID_USER_UPDATE_REQUEST");
    });
  }

  it("are accepted only if every path is a field or a prefix of one, without duplicates", async () => {
    const path = fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(fc.array(path, { maxLength: 4 }), async (paths) => {
        const isValid =
          paths.length > 0 &&
          new Set(paths).size === paths.length &&
          paths.every((each) => known.includes(each));
        if (isValid) {
          await update(paths, { isDeactivated: true });
        } else {
          expect((await rejectionOf(update(paths))).code).to.equal("INVALID_USER_UPDATE_REQUEST");
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
