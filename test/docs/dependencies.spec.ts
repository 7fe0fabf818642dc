import { expect } from "chai";

import { projectText } from "../support/project-files.ts";

describe("decision 0003", () => {
  it("explains the purpose of every dependency", () => {
    const { dependencies, devDependencies } = JSON.parse(projectText("package.json")) as Record<
      "dependencies" | "devDependencies",
      Readonly<Record<string, string>>
    >;
    const decision = projectText("docs/decisions/0003-dependencies.md");
    const names = Object.keys({ ...dependencies, ...devDependencies });
    expect(names).to.have.length.above(40);
    // The decision lists a package or a subpath of it.
    expect(names.filter((name) => !new RegExp(`\`${name}[\`/]`, "u").test(decision))).to.deep.equal(
      [],
    );
  });
});
