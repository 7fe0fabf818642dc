import { expect } from "chai";

import { assembleDar, type AssembledPackage } from "../../../support/lf/assemble.ts";
import { defining, load, refusal, withValue } from "../../../support/lf/load.ts";
import { expr } from "../../../support/lf/notation.ts";

describe("package check", () => {
  const invalid = (bad: AssembledPackage): void => {
    expect(refusal(assembleDar(bad))).to.equal("DAR_VALIDATION_ERROR");
  };

  const unknownFeature = (bad: AssembledPackage): void => {
    expect(refusal(assembleDar(bad))).to.equal("DAR_PARSE_ERROR");
  };

  it("refuses values of another type", () => {
    invalid(withValue("Bool", "()"));
    invalid(withValue("Int64", '"1"'));
    invalid(withValue("Int64", 'ADD_INT64 1 "2"'));
    invalid(withValue("Int64", "1 2"));
    invalid(withValue("Int64 -> Text", String.raw`\(x: Int64) -> x`));
    invalid(withValue("List Int64", "[@Text]"));
    invalid(withValue("Int64", "BUILTIN_3000"));
    invalid(withValue("Int64", "struct {}"));
  });

  it("refuses records whose fields are incomplete or out of order", () => {
    const made = (fields: string): AssembledPackage =>
      defining(`record Both {one: Int64, two: Int64} val x: Both = Both {${fields}};`);
    expect(load(assembleDar(made("one = 1, two = 2")))).to.have.length(1);
    invalid(made("two = 2, one = 1"));
    invalid(made("one = 1"));
    invalid(made("one = 1, two = 2, three = 3"));
  });

  it("refuses references to missing definitions", () => {
    invalid(withValue("Int64", "nowhere"));
    invalid(withValue("Int64", "Main:nowhere"));
    invalid(withValue("Nowhere", "()"));
    invalid(withValue("Unit", "Nowhere::A"));
  });

  it("refuses contracts that are not serializable", () => {
    for (const type of ["Int64 -> Int64", "Any", "Hidden"]) {
      invalid(
        defining(`
          unserializable record Hidden {}
          template Keeper with {owner: Party, what: ${type}} {signatories [@Party this.owner];}
        `),
      );
    }
  });

  it("accepts contract ids of any type as serializable", () => {
    const pointer = defining(`
      unserializable record Hidden {}
      record Pointer {to: ContractId Hidden}
    `);
    expect(load(assembleDar(pointer))).to.have.length(1);
  });

  it("refuses contract keys before 2.3", () => {
    const template = String.raw`
      template Keyed with {owner: Party} {
        signatories [@Party this.owner];
        key Party = this.owner maintained by \(key: Party) -> [@Party key];
      }
    `;
    unknownFeature(defining(template, "2.1"));
    unknownFeature(defining(template, "2.2"));
    expect(load(assembleDar(defining(template, "2.3")))).to.have.length(1);
  });

  it("refuses features that its language version does not have", () => {
    const validateKey = (version: string) =>
      withValue("Bool", 'SECP256K1_VALIDATE_KEY "00"', version);
    unknownFeature(validateKey("2.2"));
    expect(load(assembleDar(validateKey("2.3")))).to.have.length(1);
    const bigNumeric = (version: string) =>
      withValue("BigNumeric -> Unit", String.raw`\(x: BigNumeric) -> ()`, version);
    for (const version of ["2.1", "2.2", "2.3"]) unknownFeature(bigNumeric(version));
    expect(load(assembleDar(bigNumeric("2.dev")), { allowDev: true })).to.have.length(1);
  });

  it("refuses choice authorizers and guards, which only 2.dev has", () => {
    const withChoice = (version: string, authorizers: string, body: string) =>
      defining(
        `
          record View {}
          interface Open {
            view View;
            nonconsuming choice Go by [@Party] ${authorizers} = ${body};
          }
        `,
        version,
      );
    const fine = "pure @Unit ()";
    const guarded = String.raw`exerciseInterface @Open Go self () when (\(open: Open) -> True)`;
    for (const version of ["2.1", "2.3", "2.dev"]) {
      const dev = { allowDev: true };
      const refusalOf = (authorizers: string, body: string) =>
        refusal(assembleDar(withChoice(version, authorizers, body)), dev);
      expect(refusalOf("authorized by [@Party]", fine)).to.equal("DAR_PARSE_ERROR");
      expect(refusalOf("", guarded)).to.equal("DAR_PARSE_ERROR");
      expect(load(assembleDar(withChoice(version, "", fine)), dev)).to.have.length(1);
    }
  });

  it("refuses shared expressions whose unfolded size exceeds the limit", () => {
    let shared: ReturnType<typeof expr> = expr`1`;
    for (let depth = 0; depth < 60; depth += 1) shared = expr`ADD_INT64 ${shared} ${shared}`;
    invalid(withValue("Int64", shared, "2.2"));
  });
});
