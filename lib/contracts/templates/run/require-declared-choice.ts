import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import {
  archiveChoiceArgumentType,
  type ChoiceBody,
  type ChoiceDeclaration,
  type TemplateOrInterfaceDeclaration,
} from "../types/declaration.ts";
import { Unit } from "../types/scalars.ts";

/** A choice with its code. */
export interface RunnableTypeScriptChoice extends Omit<ChoiceDeclaration, "observers"> {
  readonly observers: ChoiceDeclaration["observers"];
  readonly body: ChoiceBody;
}

/**
 * Returns the declared choice of this name, or `Archive`. Raises COMMAND_PREPROCESSING_FAILED for any other
 * name.
 */
export const requireDeclaredChoice = (
  declaration: TemplateOrInterfaceDeclaration,
  name: string,
  { signatories }: Contract,
): RunnableTypeScriptChoice => {
  if (name === "Archive") return createRunnableArchive(signatories);
  const choice = declaration.choices.get(name);
  const body = declaration.findBody(name);
  if (choice === undefined || body === undefined) {
    throw ledgerError("COMMAND_PREPROCESSING_FAILED", {
      cause: `${declaration.qualifiedName} has no choice ${name}.`,
    });
  }
  const { consuming, argument, result, controllers, observers } = choice;
  return { name, consuming, argument, result, controllers, observers, body };
};

const createRunnableArchive = (signatories: readonly Party[]): RunnableTypeScriptChoice => ({
  name: "Archive",
  consuming: true,
  argument: archiveChoiceArgumentType,
  result: Unit,
  controllers: () => signatories,
  observers: undefined,
  body: () => undefined,
});
