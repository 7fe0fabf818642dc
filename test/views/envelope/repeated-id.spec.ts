import { expect } from "chai";

import { userIdString } from "../../../lib/ground/identifiers/identifier-syntax.ts";
import { checkRepeatedId } from "../../../lib/views/envelope/repeated-id.ts";
import { errorOf } from "../../support/error-of.ts";

const check = (inPath: string, body: unknown, holder?: string): void =>
  checkRepeatedId({
    parameter: "user-id",
    inPath,
    grammar: userIdString,
    body,
    field: "id",
    ...(holder === undefined ? {} : { holder }),
  });

describe("checkRepeatedId", () => {
  it("passes when path and body name the same", () => {
    check("alice", { id: "alice" });
    check("alice", { user: { id: "alice" } }, "user");
  });

  it("leaves a body without the object that holds the id to its operation", () => {
    check("alice", {}, "user");
    check("alice", { user: null }, "user");
  });

  const refused: readonly (readonly [string, string, unknown, string?])[] = [
    ["another id", "alice", { id: "bob" }],
    ["an unset id", "alice", {}],
    ["another id inside an object", "alice", { user: { id: "bob" } }, "user"],
    ["an id of the wrong type", "alice", { id: 1 }],
    ["a body that is no object", "alice", []],
    ["a malformed path, even when the body agrees", "a b", { id: "a b" }],
  ];
  for (const [what, inPath, body, holder] of refused) {
    it(`refuses ${what}`, () => {
      expect(errorOf(() => check(inPath, body, holder)).code).to.equal("INVALID_ARGUMENT");
    });
  }
});
