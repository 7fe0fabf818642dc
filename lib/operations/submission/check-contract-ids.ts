import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId } from "../../base/identifiers/identifiers.ts";
import { isFinal } from "../../base/values/contract-id-form.ts";
import { findContractId } from "../../base/values/find-contract-id.ts";
import type { Value } from "../../base/values/value.ts";
import type { RootCommand } from "./root-command.ts";

/**
 * Checks that a command names only contracts of finished transactions: ids with an absolute suffix
 * (daml-lf.md 17.2). Raises COMMAND_PREPROCESSING_FAILED. Linear in the values of the command.
 */
export const checkContractIds = (command: RootCommand): void => {
  if (command.kind === "exercise" && isLocal(command.contractId)) throw illegal(command.contractId);
  for (const value of valuesOf(command)) {
    const local = findContractId(value, isLocal);
    if (local !== undefined) throw illegal(local);
  }
};

const valuesOf = (command: RootCommand): readonly Value[] => {
  switch (command.kind) {
    case "create":
      return [command.argument];
    case "exercise":
      return [command.choiceArgument];
    case "exerciseByKey":
      return [command.key, command.choiceArgument];
    case "createAndExercise":
      return [command.argument, command.choiceArgument];
  }
};

const isLocal = (contractId: ContractId): boolean => !isFinal(contractId);

const illegal = (contractId: ContractId) =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", {
    cause: `Illegal Contract ID "${contractId}": it lacks the final suffix that every contract on the ledger has.`,
  });
