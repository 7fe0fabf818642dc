import { createHash } from "node:crypto";

import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "chai";
import fc from "fast-check";

import { getValueJsonCodec } from "../../../lib/base/values/codec.ts";
import {
  boolType,
  contractIdType,
  createGenMapType,
  createListType,
  createNamedType,
  createOptionalType,
  createTextMapType,
  dateType,
  decimalType,
  int64Type,
  partyType,
  textType,
  timestampType,
  unitType,
} from "../../../lib/base/values/common-types.ts";
import {
  createContractIdValue,
  createInt64Value,
  createRecordValue,
  createSomeValue,
  createTextValue,
  none,
  trueValue,
  unit,
} from "../../../lib/base/values/constructors.ts";
import { areValuesEqual } from "../../../lib/base/values/equal.ts";
import { createTypeShapes, type ValueShape } from "../../../lib/base/values/shape.ts";
import {
  computeContractHash,
  computeContractKeyHash,
} from "../../../lib/contracts/transaction/contract-hash.ts";
import {
  createContractId,
  isContractIdAuthentic,
} from "../../../lib/contracts/transaction/contract-id.ts";
import type { Contract, Value } from "../../../lib/store.ts";
import { arbitraryContract } from "../../support/arbitrary-contracts.ts";
import { arbitraryTypeWithValues } from "../../support/arbitrary-values.ts";
import { errorOf } from "../../support/error-of.ts";
import { goldenHashes, goldenLookup } from "../../support/golden-value-hashes.ts";
import { runs } from "../../support/properties.ts";
import { realContract, realContractShape } from "../../support/real-contract.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const iouShape = sampleShapes.of(sampleType("Iou"));

const keyShape = sampleShapes.of(textType);

const shapes = { argument: iouShape, key: keyShape };

const naming = { packageName: "ious", qualifiedName: "Sample:Iou" };

const keyOf = (written: string) => ({
  value: createTextValue(written),
  maintainers: ["Bank"],
  hash: computeContractKeyHash({ ...naming, key: createTextValue(written), shape: keyShape }),
});

const content = {
  templateId: "p:Sample:Iou",
  packageName: "ious",
  argument: getValueJsonCodec(iouShape).decode({
    issuer: "Bank",
    owner: "Alice",
    amount: "100.0",
    currency: "EUR",
    observers: ["Bob"],
  }),
  signatories: ["Bank", "Clerk"],
  observers: ["Alice", "Bob"],
  createdAt: -1n,
  salt: new Uint8Array(32).fill(7),
};

const issue = (fields: Omit<Contract, "contractId">): Contract => {
  const hash = computeContractHash({ ...naming, argument: fields.argument, shape: iouShape });
  const discriminator = "ab".repeat(32);
  return {
    contractId: createContractId(discriminator, { ...fields, contractHash: hash }),
    ...fields,
  };
};

const plain = issue(content);

const keyed = issue({ ...content, key: keyOf("k") });

describe("createContractId", () => {
  it("returns ids of version 1: discriminator, format, multihash", () => {
    expect(plain.contractId).to.match(/^00(?:ab){32}ca121220[0-9a-f]{64}$/);
  });

  it("commits to the key", () => {
    expect(keyed.contractId).to.not.equal(plain.contractId);
  });

  it("hashes salt, time, parties, key and content in Canton's layout", () => {
    const int32 = (value: number) => Buffer.from([value >> 24, value >> 16, value >> 8, value]);
    const lengthOf = (bytes: Buffer) => Buffer.concat([int32(bytes.length), bytes]);
    const parties = (...names: string[]) =>
      Buffer.concat([int32(names.length), ...names.map((name) => lengthOf(Buffer.from(name)))]);
    const unicum = createHash("sha256")
      .update(int32(29))
      .update(content.salt)
      // One microsecond before the epoch is in second −1.
      .update(Buffer.from("ffffffffffffffff", "hex"))
      .update(int32(999_999_000))
      .update(lengthOf(parties("Bank", "Clerk")))
      .update(lengthOf(parties("Alice", "Bob")))
      .update(Buffer.from(`01${keyOf("k").hash}`, "hex"))
      .update(lengthOf(Buffer.concat([Buffer.of(1), parties("Bank")])))
      .update(computeContractHash({ ...naming, argument: content.argument, shape: iouShape }))
      .digest("hex");
    expect(keyed.contractId.slice(-64)).to.equal(unicum);
  });

  it("returns the id that a real network assigned", () => {
    const discriminator = realContract.contractId.slice(2, 66);
    const hash = computeContractHash({
      packageName: realContract.packageName,
      qualifiedName: "Splice.Round:OpenMiningRound",
      argument: realContract.argument,
      shape: realContractShape,
    });
    expect(createContractId(discriminator, { ...realContract, contractHash: hash })).to.equal(
      realContract.contractId,
    );
  });
});

describe("isContractIdAuthentic", () => {
  it("accepts a contract of a real network", () => {
    expect(isContractIdAuthentic(realContract, { argument: realContractShape })).to.equal(true);
  });

  it("accepts unchanged contracts", () => {
    expect(isContractIdAuthentic(plain, shapes)).to.equal(true);
    expect(isContractIdAuthentic(keyed, shapes)).to.equal(true);
    fc.assert(
      fc.property(arbitraryContract, ({ contract, shapes: own }) => {
        expect(isContractIdAuthentic(contract, own)).to.equal(true);
      }),
      { numRuns: runs(60) },
    );
  });

  it("does not depend on the package id, so that contracts survive upgrades", () => {
    expect(isContractIdAuthentic({ ...plain, templateId: "p2:Sample:Iou" }, shapes)).to.equal(true);
  });

  const altered: Record<string, Contract> = {
    "another argument": { ...plain, argument: createRecordValue([createTextValue("Bank")]) },
    "an argument of another type": { ...plain, argument: createInt64Value(1n) },
    "another package name": { ...plain, packageName: "ious2" },
    "another template name": { ...plain, templateId: "p:Sample:Iou2" },
    "fewer signatories": { ...plain, signatories: ["Bank"] },
    "fewer observers": { ...plain, observers: ["Alice"] },
    "an observer turned into a signatory": {
      ...plain,
      signatories: ["Alice", "Bank", "Clerk"],
      observers: ["Bob"],
    },
    "another creation time": { ...plain, createdAt: 0n },
    "another salt": { ...plain, salt: new Uint8Array(32).fill(8) },
    "an added key": { ...plain, key: keyOf("k") },
    "a removed key": { contractId: keyed.contractId, ...content },
    "another key with its own hash": { ...keyed, key: keyOf("l") },
    "another key with the original hash": {
      ...keyed,
      key: { ...keyOf("k"), value: createTextValue("l") },
    },
    "another maintainer": { ...keyed, key: { ...keyOf("k"), maintainers: ["Clerk"] } },
    "a malformed id": { ...plain, contractId: "00" },
    "an id without suffix": { ...plain, contractId: plain.contractId.slice(0, 66) },
    "an id of an older format": { ...plain, contractId: plain.contractId.replace("ca12", "ca11") },
    "an id of version 2": { ...plain, contractId: `01${"ab".repeat(12)}80${"ab".repeat(32)}` },
    "an id with bytes added": { ...plain, contractId: `${plain.contractId}00` },
  };
  for (const [what, contract] of Object.entries(altered)) {
    it(`refuses ${what}`, () => expect(isContractIdAuthentic(contract, shapes)).to.equal(false));
  }

  it("refuses a contract with types that it does not match", () => {
    expect(isContractIdAuthentic(plain, { argument: sampleShapes.of(int64Type) })).to.equal(false);
    expect(isContractIdAuthentic(keyed, { ...shapes, key: sampleShapes.of(int64Type) })).to.equal(
      false,
    );
    expect(isContractIdAuthentic(keyed, { argument: iouShape })).to.equal(false);
    expect(isContractIdAuthentic({ ...plain, argument: unit }, shapes)).to.equal(false);
  });
});

const template = { packageName: "package-name-0", qualifiedName: "module:name" };

const hashOf = (shape: ValueShape, argument: Value, of = template): string =>
  bytesToHex(computeContractHash({ ...of, argument, shape }));

const keyHashOf = (shape: ValueShape, key: Value, of = template): string =>
  computeContractKeyHash({ ...of, key, shape });

describe("computeContractHash and computeContractKeyHash", () => {
  const shapes = createTypeShapes(goldenLookup);
  for (const { type, json, contract, key } of goldenHashes) {
    const name = type.kind === "named" ? type.id : type.kind;
    it(`agree with Canton on ${name} ${JSON.stringify(json)}`, () => {
      const shape = shapes.of(type);
      const value = getValueJsonCodec(shape).decode(json);
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
      ["fOpt0", createOptionalType(textType), null],
      ["fOpt1", createOptionalType(textType), "Some"],
      ["fList", createListType(textType), ["A", "B", "C"]],
      ["fVariant", createNamedType("package:Module:Variant"), { tag: "VariantCons", value: "0" }],
      ["fRecord", createNamedType("package:Module:Record"), { field1: "field1", field2: "field2" }],
      ["fTextMap", createTextMapType(int64Type), { keyA: "0", keyB: "1" }],
      [
        "fGenMap",
        createGenMapType(textType, int64Type),
        [
          ["keyA", "0"],
          ["keyB", "1"],
        ],
      ],
    ] as const;
    const complex = createTypeShapes((id) => {
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
    const shape = complex.of(createNamedType("package:Module:ComplexRecord"));
    const value = getValueJsonCodec(shape).decode(
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

  it("are equal for equal values, and different for different values @property", () => {
    fc.assert(
      fc.property(arbitraryTypeWithValues(2), ({ shape, values: [a, b] }) => {
        if (a === undefined || b === undefined) expect.fail("two values");
        expect(hashOf(shape, a) === hashOf(shape, b)).to.equal(areValuesEqual(a, b));
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
    ].flatMap((of) => [
      hashOf(shape, createInt64Value(1n), of),
      keyHashOf(shape, createInt64Value(1n), of),
    ]);
    expect(new Set(hashes).size).to.equal(10);
  });

  it("ignore trailing None, so that a contract keeps its hash after an upgrade", () => {
    const shape = sampleShapes.of(sampleType("Options"));
    const fields = [none, trueValue];
    const long: Value = { kind: "record", fields: [...fields, none, none] };
    expect(hashOf(shape, long)).to.equal(hashOf(shape, createRecordValue(fields)));
    expect(
      hashOf(shape, createRecordValue([createSomeValue(createInt64Value(0n)), trueValue])),
    ).to.not.equal(hashOf(shape, long));
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
      expect(hashOf(sampleShapes.of(contractIdType), createContractIdValue(id))).to.equal(hash);
    });
  }

  it("throws LEDGER_API_INTERNAL_ERROR for a value of another type", () => {
    const shape = sampleShapes.of(textType);
    expect(errorOf(() => hashOf(shape, createInt64Value(1n))).code).to.equal(
      "LEDGER_API_INTERNAL_ERROR",
    );
  });
});

describe("computeContractKeyHash", () => {
  const id = createContractIdValue(`00${"ab".repeat(32)}`);
  const json = { tag: "Success", value: id.value };
  const keys: readonly (readonly [string, ValueShape, unknown])[] = [
    ["itself", sampleShapes.of(contractIdType), id.value],
    ["in a list", sampleShapes.of(createListType(contractIdType)), [id.value]],
    ["in an optional", sampleShapes.of(createOptionalType(contractIdType)), id.value],
    [
      "in a record",
      sampleShapes.of(sampleType("Pair", unitType, contractIdType)),
      { _1: {}, _2: id.value },
    ],
    ["in a variant", sampleShapes.of(sampleType("Result", unitType, contractIdType)), json],
    ["in a text map", sampleShapes.of(createTextMapType(contractIdType)), { a: id.value }],
    [
      "as a key of a map",
      sampleShapes.of(createGenMapType(contractIdType, unitType)),
      [[id.value, {}]],
    ],
    [
      "as a value of a map",
      sampleShapes.of(createGenMapType(unitType, contractIdType)),
      [[{}, id.value]],
    ],
  ];
  for (const [where, shape, key] of keys) {
    it(`refuses a contract id ${where}`, () => {
      const value = getValueJsonCodec(shape).decode(key);
      expect(errorOf(() => keyHashOf(shape, value)).code).to.equal("CONTRACT_ID_IN_CONTRACT_KEY");
    });
  }

  it("accepts a type that can contain a contract id if the value does not", () => {
    const shape = sampleShapes.of(createOptionalType(contractIdType));
    expect(keyHashOf(shape, none)).to.match(/^[0-9a-f]{64}$/);
  });
});
