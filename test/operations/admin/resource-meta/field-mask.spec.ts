import { expect } from "chai";
import fc from "fast-check";

import { fieldMask } from "../../../../lib/operations/admin/resource-meta/field-mask.ts";
import { errorOf } from "../../../support/error-of.ts";
import { runs } from "../../../support/properties.ts";

const resource = {
  leaves: ["id", "active", "metadata.version", "metadata.notes", "metadata_url"],
  invalid: "INVALID_USER_UPDATE_REQUEST",
  resourceType: "USER",
} as const;

const maskOf = (...paths: string[]) => fieldMask(paths, resource, "alice");

describe("field masks", () => {
  it("set a field they name to the requested value, even to its default", () => {
    expect(maskOf("id").apply("id", "new", "old")).to.equal("new");
    expect(maskOf("id").apply("id", "", "old")).to.equal("");
    expect(maskOf("active").apply("active", false, true)).to.equal(false);
  });

  it("set the fields below one they name only to values that are not the default", () => {
    expect(maskOf("metadata").apply("metadata.notes", "new", "old")).to.equal("new");
    expect(maskOf("metadata").apply("metadata.notes", "", "old")).to.equal("old");
  });

  it("let the more exact of two paths decide", () => {
    const mask = maskOf("metadata", "metadata.notes");
    expect(mask.apply("metadata.notes", "", "old")).to.equal("");
    expect(mask.apply("metadata.version", "", "old")).to.equal("old");
  });

  it("keep what they do not name", () => {
    expect(maskOf("id").apply("metadata.notes", "new", "old")).to.equal("old");
    expect(maskOf("metadata").apply("metadata_url", "new", "old")).to.equal("old");
  });

  const refused: readonly (readonly [string, readonly string[]])[] = [
    ["no path", []],
    ["an unknown field", ["name"]],
    ["an empty path", [""]],
    ["a path below a field", ["metadata.notes.key"]],
    ["part of a name", ["meta"]],
    ["a path that ends in a dot", ["metadata."]],
    ["camel case", ["metadataUrl"]],
    ["a wildcard", ["*"]],
    ["a name every object has", ["__proto__"]],
    ["a path that comes twice", ["id", "active", "id"]],
  ];
  for (const [what, paths] of refused) {
    it(`are refused with ${what}`, () => {
      expect(errorOf(() => maskOf(...paths)).code).to.equal("INVALID_USER_UPDATE_REQUEST");
    });
  }

  it("are accepted exactly when every path is a field or begins one, and comes once", () => {
    const known = [...resource.leaves, "metadata"];
    const path = fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 8 }));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 4 }), (paths) => {
        const isValid =
          paths.length > 0 &&
          new Set(paths).size === paths.length &&
          paths.every((each) => known.includes(each));
        if (isValid) {
          fieldMask(paths, resource, "alice");
        } else {
          expect(errorOf(() => fieldMask(paths, resource, "alice")).code).to.equal(
            resource.invalid,
          );
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
