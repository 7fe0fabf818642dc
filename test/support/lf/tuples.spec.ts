import { expect } from "chai";

import { tuplesPackage, tuplesPackageId } from "./tuples.ts";

describe("the assembler", () => {
  it("writes the stable package of tuples with the id that engines expect", () => {
    expect(tuplesPackage().packageId).to.equal(tuplesPackageId);
  });
});
