import { expect } from "chai";

import {
  absentRequestBody,
  parseRequestBody,
  readBodyBytes,
  type UndecodedRequestBody,
} from "../../../middleware/decoding/body.ts";
import { RequestDecodeFailure } from "../../../middleware/decoding/decode-failure.ts";
import {
  explainSchemaMismatches,
  type SchemaMismatch,
} from "../../../middleware/decoding/explain-mismatch.ts";
import { decodingKeywordValidators } from "../../../middleware/decoding/keywords.ts";
import {
  decodeParameters,
  type OperationParameter,
} from "../../../middleware/decoding/parameters.ts";

const failureOf = (run: () => unknown): RequestDecodeFailure => {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestDecodeFailure) return error;
    throw error;
  }
  return expect.fail("nothing was refused");
};

describe("decodeBody", () => {
  const bytes = (text: string): UndecodedRequestBody => ({
    kind: "bytes",
    bytes: new TextEncoder().encode(text),
  });

  it("reads JSON from bytes, from text and from a parsed body", () => {
    expect(parseRequestBody(bytes('{"a":[1]}'))).to.deep.equal({ a: [1] });
    expect(parseRequestBody({ kind: "parsed", value: '{"a":[1]}' })).to.deep.equal({ a: [1] });
    expect(parseRequestBody({ kind: "parsed", value: { a: [1] } })).to.deep.equal({ a: [1] });
  });

  it("keeps __proto__ as an ordinary key", () => {
    const body = parseRequestBody(bytes('{"__proto__":{"admin":true}}'));
    expect(Object.keys(body as object)).to.deep.equal(["__proto__"]);
    expect(body).not.to.have.property("admin");
  });

  it("decodes bytes that are not UTF-8 to replacement characters", () => {
    const notUtf8 = Uint8Array.of(0x22, 0x61, 0xff, 0x22);
    expect(parseRequestBody({ kind: "bytes", bytes: notUtf8 })).to.equal("a\ufffd");
  });

  it("refuses bodies that are not JSON", () => {
    const bodies: readonly UndecodedRequestBody[] = [
      { kind: "absent" },
      bytes(""),
      bytes("{"),
      bytes("NaN"),
      bytes('{"a":1}}'),
      bytes("\ufeff{}"),
      { kind: "bytes", bytes: Uint8Array.of(0xff) },
      { kind: "parsed", value: "" },
      { kind: "parsed", value: "nope" },
    ];
    for (const body of bodies) expect(failureOf(() => parseRequestBody(body)).status).to.equal(400);
  });
});

describe("readBodyBytes", () => {
  it("returns the bytes of a body, no bytes without a body, and refuses a body that the host has parsed", () => {
    const bytes = Uint8Array.of(1, 2);
    expect(readBodyBytes({ kind: "bytes", bytes })).to.equal(bytes);
    expect(readBodyBytes({ kind: "parsed", value: bytes })).to.equal(bytes);
    expect(readBodyBytes(absentRequestBody)).to.deep.equal(new Uint8Array());
    expect(failureOf(() => readBodyBytes({ kind: "parsed", value: {} }))).to.include({
      part: "body",
      reason: "expected bytes, got the output of a body parser",
    });
  });
});

describe("explanation of a body that does not match", () => {
  const mismatch = (keyword: string, more: Partial<SchemaMismatch>): string =>
    explainSchemaMismatches([{ keyword, instancePath: "/a", params: {}, ...more }]);

  it("names the expected types, alternatives and keys", () => {
    for (const [told, expected] of [
      [
        mismatch("type", { params: { type: ["object", "array", "null"] }, data: 1 }),
        "expected an object or an array, got 1 at /a",
      ],
      [
        mismatch("type", { params: { type: ["integer", "string"] }, data: true }),
        "expected a whole number, got true at /a",
      ],
      [
        mismatch("type", { params: { type: "number" }, data: [] }),
        "expected number, got an array at /a",
      ],
      [
        mismatch("enum", { params: { allowedValues: ["x", null, "y"] }, data: "z" }),
        'expected one of x, y, got "z" at /a',
      ],
      [mismatch("enum", { data: {} }), "expected one of , got an object at /a"],
      [
        mismatch("someKeyOf", { schema: ["One", "Two"], data: 7 }),
        "expected one of the keys One, Two, got none at /a",
      ],
      [
        mismatch("maxProperties", { data: { b: 1 } }),
        "expected an empty object, got an object at /a",
      ],
      [mismatch("minimum", { instancePath: "" }), "does not satisfy minimum at the top"],
    ] as const) {
      expect(told).to.equal(expected);
    }
  });
});

describe("base64 in requests", () => {
  it("accepts any number of complete groups, with or without padding", () => {
    for (const [text, fits] of [
      ["", true],
      ["AAAA", true],
      ["AA==", true],
      ["AAA=", true],
      ["AA", true],
      ["AAA", true],
      ["A", false],
      ["AAAAA", false],
      ["A===", false],
      ["AA=", false],
      ["AAAA=", false],
      ["=", false],
      ["==", false],
      ["AAAA====", false],
      ["AA==AA==", false],
      ["AA-_", false],
      ["AAAA\n", false],
      ["A".repeat(2 ** 24), true],
      [`${"A".repeat(2 ** 24)}!`, false],
    ] as const) {
      expect(decodingKeywordValidators.base64(true, text), text.slice(0, 20)).to.equal(fits);
    }
  });
});

describe("decodeParameters", () => {
  const declared: readonly OperationParameter[] = [
    { name: "user-id", in: "path", required: true, schema: { type: "string" } },
    { name: "limit", in: "query", schema: { type: "integer", format: "int64" } },
    { name: "pageSize", in: "query", schema: { type: "integer", format: "int32" } },
    { name: "force", in: "query", schema: { type: "boolean" } },
    { name: "parties", in: "query", schema: { type: "array" } },
  ];
  const decode = (query: string, userId = "ann") =>
    decodeParameters(declared, { path: [["user-id", userId]], query });

  it("reads texts, numbers, booleans and lists", () => {
    expect(decode("limit=5&force=true&parties=a&parties=b%3A%3A1", "a%2Fb")).to.deep.equal({
      "user-id": "a/b",
      limit: 5,
      force: true,
      parties: ["a", "b::1"],
    });
  });

  it("omits absent and ignores undeclared parameters", () => {
    expect(decode("__proto__=1&unknown=2")).to.deep.equal({ "user-id": "ann", parties: [] });
  });

  it("reads booleans in upper or lower case", () => {
    expect(decode("force=TRUE")).to.include({ force: true });
    expect(decode("force=False")).to.include({ force: false });
  });

  it("names an unreadable parameter", () => {
    const refused: readonly (readonly [query: string, part: string])[] = [
      ["limit=abc", "query parameter limit"],
      ["limit=1&limit=1", "query parameter limit"],
      ["limit=%2B", "query parameter limit"],
      ["limit=", "query parameter limit"],
      ["limit=1.5", "query parameter limit"],
      ["limit=1e3", "query parameter limit"],
      ["limit=9223372036854775808", "query parameter limit"],
      ["pageSize=2147483648", "query parameter pageSize"],
      ["force=yes", "query parameter force"],
    ];
    for (const [query, part] of refused) {
      expect(failureOf(() => decode(query)).part, query).to.equal(part);
    }
    expect(failureOf(() => decode("", "%zz")).part).to.equal("path parameter user-id");
  });

  it("decodes bytes of a path that are not UTF-8 to replacement characters", () => {
    expect(decode("", "a%FFb%C3%A4")).to.include({ "user-id": "a\ufffdb\u00e4" });
  });
});
