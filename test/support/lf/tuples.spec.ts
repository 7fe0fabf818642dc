import { expect } from "chai";

import { tuplesPackage, tuplesPackageId } from "./tuples.ts";

describe("the assembler", () => {
  it("writes the stable package of the tuples with the very id that engines know it by", () => {
    expect(tuplesPackage().packageId).to.equal(tuplesPackageId);
  });
});
