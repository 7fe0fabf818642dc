import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "chai";
import fc from "fast-check";

import { contractHash, contractKeyHash } from "../../../lib/contracts/transaction/contract-hash.ts";
import { codecOf } from "../../../lib/ground/values/codec.ts";
import {
  boolType,
  contractIdType,
  dateType,
  decimalType,
  genMapType,
  int64Type,
  listType,
  namedType,
  optionalType,
  partyType,
  textMapType,
  textType,
  timestampType,
  unitType,
} from "../../../lib/ground/values/common-types.ts";
import {
  contractId,
  int64,
  none,
  record,
  some,
  trueValue,
} from "../../../lib/ground/values/constructors.ts";
import { equalValues } from "../../../lib/ground/values/equal.ts";
import { createShapes, type Shape } from "../../../lib/ground/values/shape.ts";
import type { Value } from "../../../lib/store.ts";
import { arbitraryTyped } from "../../support/arbitrary-values.ts";
import { errorOf } from "../../support/error-of.ts";
import { goldenHashes, goldenLookup } from "../../support/golden-value-hashes.ts";
import { runs } from "../../support/properties.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const template = { packageName: "package-name-0", qualifiedName: "module:name" };

const hashOf = (shape: Shape, argument: Value, of = template): string =>
  bytesToHex(contractHash({ ...of, argument, shape }));

const keyHashOf = (shape: Shape, key: Value, of = template): string =>
  contractKeyHash({ ...of, key, shape });

describe("contractHash and contractKeyHash", () => {
  const shapes = createShapes(goldenLookup);
  for (const { type, json, contract, key } of goldenHashes) {
    const name = type.kind === "named" ? type.id : type.kind;
    it(`agree with Canton on ${name} ${JSON.stringify(json)}`, () => {
      const shape = shapes.of(type);
      const value = codecOf(shape).decode(json);
      expect(hashOf(shape, value)).to.equal(contract);
      expect(keyHashOf(shape, value)).to.equal(key);
    });
  }

  it("agree with Canton on a record of all types", () => {
    const fields = [
      ["fInt0", int64Type, "0"],
      ["fInt1", int64Type, "123456"],
      ["fInt2", int64Type, "-1"],
      ["fNumeric0", decimalType, "0"],
      ["fNumeric1", decimalType, "0.3333333333"],
      ["fBool0", boolType, true],
      ["fBool1", boolType, false],
      ["fDate0", dateType, "1970-01-01"],
      ["fDate1", dateType, "2308-01-06"],
      ["fTime0", timestampType, "1970-01-01T00:00:00Z"],
      ["fTime1", timestampType, "1970-01-01T00:00:00.123456Z"],
      ["fText0", textType, ""],
      ["fText1", textType, "abcd-äöü€"],
      ["fParty", partyType, "Alice"],
      ["fUnit", unitType, {}],
      ["fOpt0", optionalType(textType), null],
      ["fOpt1", optionalType(textType), "Some"],
      ["fList", listType(textType), ["A", "B", "C"]],
      ["fVariant", namedType("package:Module:Variant"), { tag: "VariantCons", value: "0" }],
      ["fRecord", namedType("package:Module:Record"), { field1: "field1", field2: "field2" }],
      ["fTextMap", textMapType(int64Type), { keyA: "0", keyB: "1" }],
      [
        "fGenMap",
        genMapType(textType, int64Type),
        [
          ["keyA", "0"],
          ["keyB", "1"],
        ],
      ],
    ] as const;
    const complex = createShapes((id) => {
      switch (id) {
        case "package:Module:ComplexRecord":
          return {
            kind: "record",
            parameters: [],
            fields: fields.map(([name, type]) => ({ name, type })),
          };
        case "package:Module:Variant":
          return {
            kind: "variant",
            parameters: [],
            constructors: [{ name: "VariantCons", type: int64Type }],
          };
        default:
          return {
            kind: "record",
            parameters: [],
            fields: ["field1", "field2"].map((name) => ({ name, type: textType })),
          };
      }
    });
    const shape = complex.of(namedType("package:Module:ComplexRecord"));
    const value = codecOf(shape).decode(
      Object.fromEntries(fields.map(([name, , json]) => [name, json])),
    );
    const of = { packageName: "package-name-0", qualifiedName: "Module:Template" };
    expect(hashOf(shape, value, of)).to.equal(
      "f6bd0206e6114de43279d53641159d223e9c6f28c2c1bfe65e0bcb2e3a567979",
    );
    expect(keyHashOf(shape, value, of)).to.equal(
      "71c28060678dcc5b193f248769672af758205c0520b12d69c680edbc9d5d0ea6",
    );
  });

  it("are the same for equal values and no others @property", () => {
    fc.assert(
      fc.property(arbitraryTyped(2), ({ shape, values: [a, b] }) => {
        if (a === undefined || b === undefined) expect.fail("two values");
        expect(hashOf(shape, a) === hashOf(shape, b)).to.equal(equalValues(a, b));
      }),
      { numRuns: runs(50) },
    );
  });

  it("depend on package name, module and template", () => {
    const shape = sampleShapes.of(int64Type);
    const hashes = [
      template,
      { ...template, packageName: "package-name-1" },
      { ...template, qualifiedName: "module:name2" },
      { ...template, qualifiedName: "mod:ulename" },
      { ...template, qualifiedName: "module:na.me" },
    ].flatMap((of) => [hashOf(shape, int64(1n), of), keyHashOf(shape, int64(1n), of)]);
    expect(new Set(hashes).size).to.equal(10);
  });

  it("ignore trailing None, so that an upgraded contract keeps its hash", () => {
    const shape = sampleShapes.of(sampleType("Options"));
    const fields = [none, trueValue];
    const long: Value = { kind: "record", fields: [...fields, none, none] };
    expect(hashOf(shape, long)).to.equal(hashOf(shape, record(fields)));
    expect(hashOf(shape, record([some(int64(0n)), trueValue]))).to.not.equal(hashOf(shape, long));
  });
});

describe("contractHash", () => {
  const golden = [
    [
      "0007e7b5534931dfca8e1b485c105bae4e10808bd13ddc8e897f258015f9d921c5",
      "e014ba5964902fb9d833a5be095a10df807e0437b51f913d76ccb92594598ac2",
    ],
    [
      "0059b59ad7a6b6066e77b91ced54b8282f0e24e7089944685cb8f22f32fcbc4e1b",
      "d4c2cbdf379f4dc762dc857ae220080ed41792cd89e69c6da37c9748efca51a4",
    ],
  ] as const;
  for (const [id, hash] of golden) {
    it(`agrees with Canton on contract id ${id.slice(0, 8)}…`, () => {
      expect(hashOf(sampleShapes.of(contractIdType), contractId(id))).to.equal(hash);
    });
  }

  it("reports a value of another type as a defect", () => {
    const shape = sampleShapes.of(textType);
    expect(errorOf(() => hashOf(shape, int64(1n))).code).to.equal("LEDGER_API_INTERNAL_ERROR");
  });
});

describe("contractKeyHash", () => {
  const id = contractId(`00${"ab".repeat(32)}`);
  const json = { tag: "Success", value: id.value };
  const keys: readonly (readonly [string, Shape, unknown])[] = [
    ["itself", sampleShapes.of(contractIdType), id.value],
    ["in a list", sampleShapes.of(listType(contractIdType)), [id.value]],
    ["in an optional", sampleShapes.of(optionalType(contractIdType)), id.value],
    [
      "in a record",
      sampleShapes.of(sampleType("Pair", unitType, contractIdType)),
      { _1: {}, _2: id.value },
    ],
    ["in a variant", sampleShapes.of(sampleType("Result", unitType, contractIdType)), json],
    ["in a text map", sampleShapes.of(textMapType(contractIdType)), { a: id.value }],
    ["as a key of a map", sampleShapes.of(genMapType(contractIdType, unitType)), [[id.value, {}]]],
    [
      "as a value of a map",
      sampleShapes.of(genMapType(unitType, contractIdType)),
      [[{}, id.value]],
    ],
  ];
  for (const [where, shape, key] of keys) {
    it(`refuses a contract id ${where}`, () => {
      const value = codecOf(shape).decode(key);
      expect(errorOf(() => keyHashOf(shape, value)).code).to.equal("CONTRACT_ID_IN_CONTRACT_KEY");
    });
  }

  it("accepts a type that could hold a contract id and does not", () => {
    const shape = sampleShapes.of(optionalType(contractIdType));
    expect(keyHashOf(shape, none)).to.match(/^[0-9a-f]{64}$/);
  });
});
