import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import { modules } from "../../../support/lf/notation.ts";

/** An interface with a choice that returns the result of a method. */
export const facePackage: AssembledPackage = assemblePackage({
  name: "upgraded-face",
  version: "1.0.0",
  modules: modules`
    module Main {
      record View {}
      interface Face {
        view View;
        method said: Text;
        nonconsuming choice Say (arg: Party): Text by [@Party arg] =
          pure @Text (callInterface @Face said this);
      }
    }
  `,
});

export const faceId = `${facePackage.packageId}:Main:Face`;

const saying = (said: string): string => `
  implements ${faceId} {
    view ${facePackage.packageId}:Main:View {};
    method said = "${said}";
  }`;

interface VersionSource {
  readonly fields: string;
  /** Source of the signatories; the owner when absent. */
  readonly signatories?: string;
  readonly said?: string;
  readonly withoutKey?: boolean;
  readonly withChoice?: boolean;
  /** Other definitions of the module. */
  readonly besides?: string;
}

const modulesOf = (source: VersionSource) => {
  const { fields, said, withoutKey = false, withChoice = false, besides = "" } = source;
  const signatories = source.signatories ?? "[@Party this.owner]";
  const observers = fields.includes("witness") ? "[@Party this.witness]" : "[@Party]";
  const key = String.raw`key Party = this.owner maintained by \(key: Party) -> [@Party key];`;
  return modules`
    module Main {
      template Thing with {${fields}} {
        signatories ${signatories};
        observers ${observers};
        ${withChoice ? "nonconsuming choice Nothing by [@Party this.owner] = pure @Unit ();" : ""}
        ${withoutKey ? "" : key}
        ${said === undefined ? "" : saying(said)}
      }
      ${besides}
    }
  `;
};

/** A version, and an identical later version that the stage does not know. */
export interface Version {
  readonly known: AssembledPackage;
  readonly unknown: AssembledPackage;
}

const versionOf = (name: string, version: string, source: VersionSource): Version => {
  const assembled = (exactVersion: string): AssembledPackage =>
    assemblePackage({
      name,
      version: exactVersion,
      languageVersion: source.withoutKey === true ? "2.1" : "2.3",
      modules: modulesOf(source),
    });
  return { known: assembled(version), unknown: assembled(`${version}.1`) };
};

const owned = "owner: Party, witness: Party";
const base = `${owned}, number: Int64`;
const grown = `${base}, second: Optional Party`;
const withSecond = `case this.second of {
  Some second -> [@Party this.owner, second];
  None -> [@Party this.owner]
}`;

const things = (version: number, source: VersionSource): Version =>
  versionOf("upgraded-things", `${version}.0.0`, source);

const tagged = (name: string, version: number, type: string): Version =>
  versionOf(name, `${version}.0.0`, {
    fields: `${owned}, tagged: Tagged`,
    withoutKey: true,
    besides: type,
  });

const linked = (version: number, said: string, more = ""): Version =>
  versionOf("upgraded-links", `${version}.0.0`, {
    fields: `owner: Party, link: ContractId Unit${more}`,
    withoutKey: true,
    said,
  });

export const versions = {
  /** Implements no interface. */
  plain: things(1, { fields: base }),
  first: things(2, { fields: base, said: "first" }),
  /** Has an additional choice. */
  second: things(3, { fields: base, said: "second", withChoice: true }),
  /** Has a second signatory if the added field names one. */
  third: things(4, { fields: grown, signatories: withSecond, withChoice: true }),
  /** Has another name for the number field. */
  renamed: things(5, { fields: `${owned}, another: Int64` }),
  twoVariants: tagged("upgraded-variants", 1, "variant Tagged {Number: Int64, Words: Text}"),
  oneVariant: tagged("upgraded-variants", 2, "variant Tagged {Words: Text}"),
  twoMembers: tagged("upgraded-members", 1, "enum Tagged {Black, White}"),
  oneMember: tagged("upgraded-members", 2, "enum Tagged {White}"),
  linked: linked(1, "first"),
  linkedToo: linked(2, "second", ", extra: Optional Int64"),
};

export type VersionName = keyof typeof versions;

export const thingOf = (name: VersionName): string =>
  `${versions[name].known.packageId}:Main:Thing`;

const unsafely = (version: VersionName): string =>
  `${thingOf(version)} = unsafeFromInterface @${faceId} @${thingOf(version)} id face`;

/**
 * A package with `Main:convert`, which converts a value of the interface without checks to one version and
 * then to another.
 */
export const unsafePackage: AssembledPackage = assemblePackage({
  name: "upgraded-unsafely",
  version: "1.0.0",
  modules: modules`
    module Main {
      val convert: ContractId ${faceId} -> ${faceId} -> Unit =
        \(id: ContractId ${faceId}) (face: ${faceId}) ->
          let one: ${unsafely("linked")} in let other: ${unsafely("linkedToo")} in ();
    }
  `,
});
