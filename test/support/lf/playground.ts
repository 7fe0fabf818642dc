import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { modules } from "./notation.ts";

/** Returns a package with a counter that can overflow, and a switch that makes a check fail. */
export const playgroundPackage = (): AssembledPackage =>
  assemblePackage({
    name: "playground",
    version: "0.1.0",
    languageVersion: "2.2",
    modules: modules`
      // Copied from the standard library, where this module is a separate package.
      module DA.Exception.AssertionFailed {
        exception AssertionFailed {message: Text}
          message \(failure: AssertionFailed) -> failure.message;
      }
      module Main {
        record Increment {by: Int64}
        template Counter with {owner: Party, count: Int64} {
          signatories [@Party this.owner];
          choice Increment (arg: Increment): ContractId Counter by [@Party this.owner] =
            create @Counter Counter {owner = this.owner, count = ADD_INT64 this.count arg.by};
        }
        template FailureSwitch with {owner: Party, isOn: Bool} {
          signatories [@Party this.owner];
          nonconsuming choice Check by [@Party this.owner] =
            if this.isOn
            then throw @(Update Unit) @DA.Exception.AssertionFailed:AssertionFailed
              DA.Exception.AssertionFailed:AssertionFailed {message = "The switch is on."}
            else pure @Unit ();
        }
      }
    `,
  });

/** Returns a package with a note; from version 2.0.0 on, the note may have a memo. */
export const modelPackage = (version: "1.0.0" | "2.0.0"): AssembledPackage =>
  assemblePackage({
    name: "model",
    version,
    languageVersion: "2.2",
    modules: modules`
      module Main {
        template Note with {
          owner: Party,
          title: Text,
          ${version === "2.0.0" ? "memo: Optional Text" : ""}
        } {
          signatories [@Party this.owner];
        }
      }
    `,
  });
