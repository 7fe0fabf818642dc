import { expect } from "chai";
import { deflateSync } from "fflate";

import { createInflateFunction } from "../../../../lib/contracts/daml-lf/archive/inflate.ts";

const text = new TextEncoder().encode("abc".repeat(5000));
const empty = new Uint8Array();

for (const [name, platform] of [
  ["with builtin modules", { process }],
  ["without a global `process`", {}],
  ["whose `process` has no getBuiltinModule", { process: {} }],
] as const) {
  describe(`inflate on a platform ${name}`, () => {
    const inflate = createInflateFunction(platform);

    it("inflates compressed data", () => {
      for (const data of [empty, text.subarray(0, 1), text]) {
        expect(inflate(deflateSync(data), data.length)).to.deep.equal(data.slice());
      }
    });

    it("refuses invalid data, and data of another size than declared", () => {
      const deflated = deflateSync(text);
      for (const size of [0, 100, text.length - 1, text.length + 1]) {
        expect(() => inflate(deflated, size)).to.throw();
      }
      expect(() => inflate(deflated.slice(0, 10), text.length)).to.throw();
      expect(() => inflate(Uint8Array.of(7, 7, 7), 3)).to.throw();
    });
  });
}
