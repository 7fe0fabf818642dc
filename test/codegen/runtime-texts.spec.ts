import { expect } from "chai";

import { contractsText, schemasText } from "../../lib/codegen/runtime-texts.ts";
import { projectText } from "../support/project-files.ts";

describe("what generated code is made with", () => {
  it("is in the generator as it is in its file (npm run runtime)", () => {
    expect(contractsText).to.equal(projectText("lib/codegen/runtime/contracts.ts"));
    expect(schemasText).to.equal(projectText("lib/codegen/runtime/schemas.ts"));
  });
});
