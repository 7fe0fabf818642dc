import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { modules } from "./notation.ts";

/** Differences of a version of the package `notes` from version 1. */
export interface NotesVersion {
  readonly name?: string;
  readonly version: string;
  /** Name of the second field; `other` when absent. */
  readonly second?: string;
  readonly precondition?: string;
  /** The number in the key of the template Keyed. The key's maintainer is its owner. */
  readonly keyTag?: number;
  /** Fields of Note and Keyed after the others. */
  readonly fields?: string;
  readonly signatories?: string;
  /** The result of the choice Tell. */
  readonly tellResult?: number;
  readonly withoutChoice?: boolean;
  readonly colours?: string;
}

/** Returns a package with two templates: one with a key, and one without. */
export const notes = (source: NotesVersion): AssembledPackage => {
  const { second = "other", precondition = "", fields = "", keyTag = 1, tellResult = 0 } = source;
  const { signatories = "[@Party this.owner]", colours = "Red, Green" } = source;
  const tell = `nonconsuming choice Tell: Int64 by [@Party this.owner] = pure @Int64 ${tellResult};`;
  const show = "nonconsuming choice Show: Note by [@Party this.owner] = pure @Note this;";
  return assemblePackage({
    name: source.name ?? "notes",
    version: source.version,
    languageVersion: "2.3",
    modules: modules`
      // Copied from the standard library, where this module is a separate package.
      module DA.Exception.PreconditionFailed {
        exception PreconditionFailed {message: Text}
          message \(failure: PreconditionFailed) -> failure.message;
      }
      module Main {
        record Key {owner: Party, tag: Int64}
        enum Colour {${colours}}
        template Keyed with {owner: Party${fields}} {
          signatories [@Party this.owner];
          key Key = Key {owner = this.owner, tag = ${keyTag}}
            maintained by \(key: Key) -> [@Party key.owner];
          ${tell}
        }
        template Note with {owner: Party, ${second}: Party${fields}} {
          ${precondition}
          signatories ${signatories};
          observers [@Party this.${second}];
          ${source.withoutChoice === true ? "" : tell + show}
        }
      }
    `,
  });
};
