import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { choice, module, recordType, template, thisField } from "./definitions.ts";
import {
  add,
  create,
  field,
  ifThenElse,
  lambda,
  list,
  pure,
  record,
  text,
  throwing,
  unit,
  variable,
} from "./expressions.ts";
import {
  boolT,
  contractIdT,
  dataT,
  int64T,
  optionalT,
  partyT,
  textT,
  unitT,
  updateT,
} from "./types.ts";

const counterT = dataT("Main:Counter");
const failureT = dataT("DA.Exception.AssertionFailed:AssertionFailed");

/** A counter that can overflow, and a switch by which a check fails. */
export const playgroundPackage = (): AssembledPackage =>
  assemblePackage({
    name: "playground",
    version: "0.1.0",
    languageVersion: "2.2",
    modules: [
      // As the standard library has it, in a package of its own.
      module("DA.Exception.AssertionFailed", {
        dataTypes: [recordType("AssertionFailed", { message: textT })],
        exceptions: {
          AssertionFailed: lambda(
            [["failure", failureT]],
            field(failureT, "message", variable("failure")),
          ),
        },
      }),
      module("Main", {
        dataTypes: [
          recordType("Counter", { owner: partyT, count: int64T }),
          recordType("Increment", { by: int64T }),
          recordType("FailureSwitch", { owner: partyT, isOn: boolT }),
        ],
        templates: [
          template("Counter", {
            signatories: list(partyT, thisField("Counter", "owner")),
            choices: [
              choice("Increment", {
                consuming: true,
                controllers: list(partyT, thisField("Counter", "owner")),
                argument: dataT("Main:Increment"),
                result: contractIdT(counterT),
                body: create(
                  "Main:Counter",
                  record(counterT, {
                    owner: thisField("Counter", "owner"),
                    count: add(
                      thisField("Counter", "count"),
                      field(dataT("Main:Increment"), "by", variable("arg")),
                    ),
                  }),
                ),
              }),
            ],
          }),
          template("FailureSwitch", {
            signatories: list(partyT, thisField("FailureSwitch", "owner")),
            choices: [
              choice("Check", {
                controllers: list(partyT, thisField("FailureSwitch", "owner")),
                body: ifThenElse(
                  thisField("FailureSwitch", "isOn"),
                  throwing(
                    updateT(unitT),
                    failureT,
                    record(failureT, { message: text("The switch is on.") }),
                  ),
                  pure(unitT, unit),
                ),
              }),
            ],
          }),
        ],
      }),
    ],
  });

/** A note; from version 2.0.0 on it may have a memo. */
export const modelPackage = (version: "1.0.0" | "2.0.0"): AssembledPackage =>
  assemblePackage({
    name: "model",
    version,
    languageVersion: "2.2",
    modules: [
      module("Main", {
        dataTypes: [
          recordType("Note", {
            owner: partyT,
            title: textT,
            ...(version === "2.0.0" ? { memo: optionalT(textT) } : {}),
          }),
        ],
        templates: [template("Note", { signatories: list(partyT, thisField("Note", "owner")) })],
      }),
    ],
  });
