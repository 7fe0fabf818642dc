import { expect } from "chai";
import fc from "fast-check";

import { codecOf } from "../../../lib/ground/values/codec.ts";
import { compareValues } from "../../../lib/ground/values/compare.ts";
import { conformValue } from "../../../lib/ground/values/conform.ts";
import { equalValues } from "../../../lib/ground/values/equal.ts";
import type { Shape } from "../../../lib/ground/values/shape.ts";
import { decodeValue } from "../../../lib/ground/values/wire-decode.ts";
import { encodeValue } from "../../../lib/ground/values/wire-encode.ts";
import type { Value } from "../../../lib/store.ts";
import { arbitraryTyped } from "../../support/arbitrary-values.ts";
import { runs } from "../../support/properties.ts";

/** For values of random types: `holds` gets the shape and `count` values of it. */
const forAllValues = (count: number, holds: (shape: Shape, ...values: Value[]) => void): void => {
  fc.assert(
    fc.property(arbitraryTyped(count), ({ shape, values }) => holds(shape, ...values)),
    { numRuns: runs(250) },
  );
};

describe("values of any type", () => {
  it("survive the way through JSON text and back", () => {
    forAllValues(1, (shape, value) => {
      const json: unknown = JSON.parse(JSON.stringify(codecOf(shape).encode(value)));
      expect(codecOf(shape).decode(json)).to.deep.equal(value);
    });
  });

  it("survive the way through protobuf and back", () => {
    forAllValues(1, (_, value) => {
      expect(decodeValue(encodeValue(value))).to.deep.equal(value);
    });
  });

  it("are left as they are when they conform already", () => {
    forAllValues(1, (shape, value) => {
      expect(conformValue(shape, value)).to.equal(value);
    });
  });

  it("are equal to themselves and to their copies", () => {
    forAllValues(1, (shape, value) => {
      const copy = structuredClone(value);
      expect(compareValues(shape, value, copy)).to.equal(0);
      expect(equalValues(value, copy)).to.equal(true);
    });
  });

  it("are ordered antisymmetrically, and equal exactly when neither comes first", () => {
    forAllValues(2, (shape, a, b) => {
      const order = compareValues(shape, a, b);
      // Adding zero makes −0 plain 0.
      expect(compareValues(shape, b, a)).to.equal(-order + 0);
      expect(equalValues(a, b)).to.equal(order === 0);
      expect(Buffer.compare(encodeValue(a), encodeValue(b)) === 0).to.equal(order === 0);
    });
  });

  it("are ordered transitively", () => {
    forAllValues(3, (shape, ...values) => {
      const [a, b, c] = values.sort((left, right) => compareValues(shape, left, right));
      if (a === undefined || b === undefined || c === undefined) expect.fail("three values");
      expect(compareValues(shape, a, b)).to.be.at.most(0);
      expect(compareValues(shape, b, c)).to.be.at.most(0);
      expect(compareValues(shape, a, c)).to.be.at.most(0);
    });
  });
});
