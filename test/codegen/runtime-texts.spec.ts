import { expect } from "chai";
import { transform } from "esbuild";

import { generate } from "../../lib/codegen/index.ts";
import { pingPackage } from "../../lib/index.ts";
import { projectText } from "../support/project-files.ts";

describe("runtime text of generated code", () => {
  it("is up to date in the generator (npm run runtime)", async () => {
    const input = { mains: [pingPackage], packages: [] };
    const written = generate(input, { schemas: true });
    const compiled = generate(input, { schemas: true, emit: "js" });
    for (const name of ["contracts", "schemas"]) {
      const source = projectText(`lib/codegen/runtime/${name}.ts`);
      const ts = written.get(`${name}.ts`) ?? "";
      const js = compiled.get(`${name}.js`) ?? "";
      expect(ts.endsWith(source)).to.equal(true);
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
