import { expect } from "chai";

import { checkRepeatedId } from "../../../lib/views/envelope/repeated-id.ts";
import { errorOf } from "../../support/error-of.ts";

const check = (inPath: string, body: unknown, holder?: string): void =>
  checkRepeatedId({
    inPath,
    body,
    field: "id",
    ...(holder === undefined ? {} : { holder }),
  });

describe("checkRepeatedId", () => {
  it("passes when path and body name the same", () => {
    check("alice", { id: "alice" });
    check("alice", { user: { id: "alice" } }, "user");
  });

  it("leaves it to the operation whether the id is well-formed", () => {
    check("a b", { id: "a b" });
  });

  const refused: readonly (readonly [string, string, unknown, string?])[] = [
    ["another id", "alice", { id: "bob" }],
    ["an unset id", "alice", {}],
    ["another id inside an object", "alice", { user: { id: "bob" } }, "user"],
    ["an id of the wrong type", "alice", { id: 1 }],
    ["a body that is no object", "alice", []],
    ["a body without the object that holds it", "alice", {}, "user"],
    ["a body where that object is null", "alice", { user: null }, "user"],
  ];
  for (const [what, inPath, body, holder] of refused) {
    it(`refuses ${what}`, () => {
      expect(errorOf(() => check(inPath, body, holder)).code).to.equal("INVALID_ARGUMENT");
    });
  }
});
