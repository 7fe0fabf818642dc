import { expect } from "chai";

import { nearest } from "../../../lib/ground/errors/nearest.ts";

describe("nearest", () => {
  it("finds the name that was meant", () => {
    const names = ["commandId", "actAs", "readAs", "workflowId"];
    expect(nearest("command_id", names)).to.equal("commandId");
    expect(nearest("commnadId", names)).to.equal("commandId");
    expect(nearest("alcie", ["bob", "alice"])).to.equal("alice");
    expect(nearest("ActAs", names)).to.equal("actAs");
    expect(nearest("other", names)).to.equal(undefined);
    expect(nearest("", names)).to.equal(undefined);
    expect(nearest("x".repeat(1_000_000), names)).to.equal(undefined);
  });
});
