import { expect } from "chai";
import fc from "fast-check";

import { readTaggedJson, taggedJson } from "../../../lib/ground/values/tagged-json.ts";

/** Anything that events are made of, and names that look like tags or that objects treat in a special way. */
const names = fc.oneof(
  fc.constantFrom("$int", "$map", "$bytes", "$object", "$", "__proto__", "constructor", "1", ""),
  fc.string({ unit: "binary" }),
);

const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 4, depthIdentifier: "data" },
    fc.string({ unit: "binary" }),
    fc.constantFrom("\0", "\ud800", "\u2028", "\ufeff"),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.bigInt(),
    fc.uint8Array(),
    fc.array(tie("data"), { maxLength: 4 }),
    fc.dictionary(names, tie("data"), { maxKeys: 3 }),
    fc.array(fc.tuple(fc.string(), tie("data")), { maxLength: 3 }).map((pairs) => new Map(pairs)),
  ),
}));

describe("tagged JSON", () => {
  it("gives back what was written, to the last bit", () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = taggedJson(value);
        expect(readTaggedJson(text)).to.deep.equal(value);
        expect(taggedJson(readTaggedJson(text))).to.equal(text);
        expect(() => void JSON.parse(text)).to.not.throw();
      }),
    );
  });

  it("has strings and names as JSON has them, long or short, whatever is in them", () => {
    const unit = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("a", "é", "🦊", "/") },
      fc.constantFrom('"', "\\", "\n", "\u007f", "\ud83e", "\udd8a", "\u2029"),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );
    const text = fc.string({ unit, maxLength: 300, size: "max" });
    fc.assert(
      fc.property(fc.array(text), text, (list, name) => {
        const value = { list, [name]: list.length, "": list };
        expect(taggedJson(value)).to.equal(JSON.stringify(value));
      }),
    );
  });

  it("can be read by people", () => {
    const value = {
      int: -12n,
      bytes: Uint8Array.of(0, 1, 2),
      map: new Map([["a", 1n]]),
      none: undefined,
    };
    expect(taggedJson(value)).to.equal(
      '{"int":{"$int":"-12"},"bytes":{"$bytes":"AAEC"},"map":{"$map":[["a",{"$int":"1"}]]}}',
    );
    expect(taggedJson({ $int: "1" })).to.equal('{"$object":{"$int":"1"}}');
  });

  it("leaves the prototype of objects alone", () => {
    const read = readTaggedJson('{"__proto__":{"isAdmin":{"$int":"1"}},"a":1}') as object;
    expect("isAdmin" in read).to.equal(false);
    expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
  });

  for (const text of [
    '{"$int":"1e3"}',
    '{"$int":""}',
    '{"$int":1}',
    `{"$int":"${"9".repeat(1001)}"}`,
    '{"$bytes":"A"}',
    '{"$map":[["a"]]}',
    '{"$map":{}}',
    '{"$object":[]}',
    '{"$other":1}',
    "",
    "{",
  ]) {
    it(`refuses ${text.slice(0, 30)}`, () => {
      expect(() => readTaggedJson(text)).to.throw(SyntaxError);
    });
  }

  for (const [what, value] of [
    ["a function", () => 1],
    ["a symbol", Symbol("a")],
    ["no number", Number.NaN],
    ["an object of a class", new Date(0)],
    ["nothing, in a list", [undefined]],
  ] as const) {
    it(`does not write ${what}`, () => {
      expect(() => taggedJson(value)).to.throw(TypeError);
    });
  }
});
