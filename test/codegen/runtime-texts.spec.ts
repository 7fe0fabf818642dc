import { expect } from "chai";
import { transform } from "esbuild";

import { contracts, schemas } from "../../lib/codegen/runtime-texts.ts";
import { projectText } from "../support/project-files.ts";

describe("what generated code is made with", () => {
  it("is in the generator as it is in its file (npm run runtime)", async () => {
    for (const [name, { ts, js }] of Object.entries({ contracts, schemas })) {
      expect(ts).to.equal(projectText(`lib/codegen/runtime/${name}.ts`));
      const [one, other] = await Promise.all([
        transform(ts, {
          loader: "ts",
          minifySyntax: true,
          minifyWhitespace: true,
          target: "es2022",
        }),
        transform(js, {
          loader: "js",
          minifySyntax: true,
          minifyWhitespace: true,
          target: "es2022",
        }),
      ]);
      expect(other.code).to.equal(one.code);
    }
  });
});
