import { expect } from "chai";

import { tuplesPackage, tuplesPackageId } from "./tuples.ts";

describe("the assembler", () => {
  it("encodes the stable package of tuples with the id that Canton gives it", () => {
    expect(tuplesPackage().packageId).to.equal(tuplesPackageId);
  });
});
