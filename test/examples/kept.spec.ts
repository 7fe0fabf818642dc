import { cp } from "node:fs/promises";

import { expect } from "chai";

import { greetOnceMore } from "../../examples/kept/greet.ts";
import { useFolder } from "../support/use-folder.ts";

describe("examples/kept", () => {
  const place = useFolder("example-kept");

  it("continues from its last state, and from a copy of the folder", async () => {
    const [folder, copy] = [place(), place()];
    expect(await greetOnceMore(folder)).to.equal(1);
    expect(await greetOnceMore(folder)).to.equal(2);
    await cp(folder, copy, { recursive: true });
    expect(await greetOnceMore(folder)).to.equal(3);
    expect(await greetOnceMore(copy)).to.equal(3);
  });
});
