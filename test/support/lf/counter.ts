import type { Ledger } from "../../../lib/index.ts";
import { allocateParty } from "../../../lib/operations/admin/parties/allocate-party.ts";
import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { choice, module, recordType, template, thisField } from "./definitions.ts";
import { add, create, field, int, list, record, variable } from "./expressions.ts";
import { contractIdT, dataT, int64T, partyT } from "./types.ts";

const counterT = dataT("Main:Counter");

/** One template: a counter of its owner, who may increment it. */
export const counterPackage = (
  options: { readonly version?: string; readonly extraField?: boolean } = {},
): AssembledPackage => {
  const extra = options.extraField === true;
  const owner = thisField("Counter", "owner");
  const next = add(thisField("Counter", "count"), field(dataT("Main:Add"), "by", variable("arg")));
  return assemblePackage({
    name: "counter",
    version: options.version ?? "1.0.0",
    modules: [
      module("Main", {
        dataTypes: [
          recordType("Counter", {
            owner: partyT,
            count: int64T,
            ...(extra ? { step: int64T } : {}),
          }),
          recordType("Add", { by: int64T }),
        ],
        templates: [
          template("Counter", {
            signatories: list(partyT, owner),
            choices: [
              choice("Add", {
                consuming: true,
                controllers: list(partyT, owner),
                argument: dataT("Main:Add"),
                result: contractIdT(counterT),
                body: create(
                  "Main:Counter",
                  record(counterT, { owner, count: next, ...(extra ? { step: int(1) } : {}) }),
                ),
              }),
            ],
          }),
        ],
      }),
    ],
  });
};

/** Makes a counter, adds one to it, and tells what the contracts created last count. */
export const countersOf = async (ledger: Ledger): Promise<readonly unknown[]> => {
  const { partyDetails } = await allocateParty(ledger, {});
  const { party } = partyDetails;
  const templateId = "#counter:Main:Counter";
  const { transaction } = await ledger.submit({
    actAs: party,
    commands: {
      CreateAndExerciseCommand: {
        templateId,
        createArguments: { owner: party, count: "0" },
        choice: "Add",
        choiceArgument: { by: "1" },
      },
    },
  });
  return transaction.events.flatMap((event) => {
    if (!("CreatedEvent" in event)) return [];
    const argument = event.CreatedEvent.createArgument as { readonly count: unknown };
    return [argument.count];
  });
};
