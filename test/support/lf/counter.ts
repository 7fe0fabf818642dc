import { allocateParty } from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { modules } from "./notation.ts";

/** Returns a package with one template: a counter that its owner may increment. */
export const counterPackage = (
  options: { readonly version?: string; readonly extraField?: boolean } = {},
): AssembledPackage => {
  const [field, value] = options.extraField === true ? [", step: Int64", ", step = 1"] : ["", ""];
  return assemblePackage({
    name: "counter",
    version: options.version ?? "1.0.0",
    modules: modules`
      module Main {
        template Counter with {owner: Party, count: Int64${field}} {
          signatories [@Party this.owner];
          choice Add (arg: Add): ContractId Counter by [@Party this.owner] =
            create @Counter Counter {
              owner = this.owner,
              count = ADD_INT64 this.count arg.by${value}
            };
        }
        record Add {by: Int64}
      }
    `,
  });
};

/** Creates a counter, increments it, and returns the counts of the last created contracts. */
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
