import { expect } from "chai";

import {
  compareContractIds,
  parseContractId,
} from "../../../lib/ground/values/contract-id-form.ts";
import { errorOf } from "../../support/error-of.ts";

const local1 = "ab".repeat(32);
const local2 = "cd".repeat(12);

describe("parseContractId", () => {
  it("takes version 1 ids apart", () => {
    expect(parseContractId(`00${local1}ca12`)).to.deep.equal({
      version: "V1",
      local: local1,
      suffix: "ca12",
    });
  });

  it("takes version 2 ids apart", () => {
    expect(parseContractId(`01${local2}80ff`)).to.deep.equal({
      version: "V2",
      local: local2,
      suffix: "80ff",
    });
  });

  const malformed: Record<string, string> = {
    "an empty text": "",
    "an unknown version": `02${local1}`,
    "a discriminator that is too short": `00${"ab".repeat(31)}`,
    "half a byte": `00${local1}c`,
    "capital letters": `00${local1.toUpperCase()}`,
    "a suffix of 95 bytes": `00${local1}${"ee".repeat(95)}`,
    "a version 2 suffix of 34 bytes": `01${local2}${"ee".repeat(34)}`,
  };
  for (const [what, written] of Object.entries(malformed)) {
    it(`refuses ${what}`, () => expect(parseContractId(written)).to.equal(undefined));
  }

  it("accepts the longest suffixes", () => {
    expect(parseContractId(`00${local1}${"ee".repeat(94)}`)).to.not.equal(undefined);
    expect(parseContractId(`01${local2}${"ee".repeat(33)}`)).to.not.equal(undefined);
  });
});

describe("compareContractIds", () => {
  it("puts version 1 before version 2", () => {
    expect(compareContractIds(`00${"ff".repeat(32)}ca`, `01${"00".repeat(12)}80`)).to.equal(-1);
  });

  it("compares the local part, then the suffix", () => {
    expect(compareContractIds(`00${"aa".repeat(32)}ff`, `00${"bb".repeat(32)}00`)).to.equal(-1);
    expect(compareContractIds(`00${local1}ca12`, `00${local1}ca11`)).to.equal(1);
    expect(compareContractIds(`00${local1}ca`, `00${local1}ca11`)).to.equal(-1);
  });

  it("finds equal ids equal, final or not", () => {
    expect(compareContractIds(`00${local1}`, `00${local1}`)).to.equal(0);
    expect(compareContractIds(`01${local2}00aa`, `01${local2}00aa`)).to.equal(0);
  });

  it("does not need the suffix of ids that differ before it", () => {
    expect(compareContractIds(`00${"aa".repeat(32)}`, `00${"bb".repeat(32)}ca12`)).to.equal(-1);
  });

  const open: readonly (readonly [string, string, string])[] = [
    ["a version 1 id without suffix", `00${local1}`, `00${local1}ca12`],
    ["a version 2 id without suffix", `01${local2}80aa`, `01${local2}`],
    ["a relative version 2 suffix", `01${local2}00aa`, `01${local2}80aa`],
  ];
  for (const [what, left, right] of open) {
    it(`refuses to tell ${what} from another with the same local part`, () => {
      expect(errorOf(() => compareContractIds(left, right)).code).to.equal(
        "CONTRACT_ID_COMPARABILITY",
      );
    });
  }
});
