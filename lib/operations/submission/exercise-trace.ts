import { isLedgerError, LedgerError } from "../../base/errors/ledger-error.ts";
import { type ContractId, splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { ExerciseInProgress } from "../../contracts/transaction/finished-transaction.ts";
import type { SubmissionRootCommand } from "./submission-root-command.ts";

/** The place where an error was raised. */
export interface ContractCodeErrorOrigin {
  /** The active exercises, innermost first. */
  readonly exercises: readonly ExerciseInProgress[];
  readonly command: SubmissionRootCommand | undefined;
  readonly packages: PackageRegistry;
}

/** Maximum number of exercises in a trace. */
const maxTraceLength = 10;

/**
 * Returns the error with a trace of exercises, if contract code raised it as a failure
 * (ledger-api.md 2.8): one line per exercise, innermost first, and the command last.
 */
export const addExerciseTrace = (error: unknown, origin: ContractCodeErrorOrigin): unknown => {
  if (!isLedgerError(error) || error.code !== "DAML_FAILURE") return error;
  const { details } = error;
  const context = { ...details.context, exercise_trace: formatTrace(origin) };
  return new LedgerError({ ...details, context });
};

const formatTrace = ({ exercises, command, packages }: ContractCodeErrorOrigin): string => {
  const lines = exercises.slice(0, maxTraceLength).map(exerciseLine);
  if (exercises.length > maxTraceLength) lines.push("...");
  if (command !== undefined) lines.push(commandLine(command, packages));
  return lines.map((line) => `    ${line}\n`).join("");
};

const exerciseLine = ({ typeId, choice, contractId, nodeId }: ExerciseInProgress): string =>
  `in choice ${shortType(typeId)}:${choice} on contract ${shortContract(contractId)} (#${nodeId})`;

const commandLine = (command: SubmissionRootCommand, packages: PackageRegistry): string => {
  const type = shortType(command.typeId);
  switch (command.kind) {
    case "create":
      return `in create command ${type}.`;
    case "exercise":
      return `in exercise command ${type}:${command.choice} on contract ${shortContract(command.contractId)}.`;
    case "exerciseByKey":
      return `in exercise-by-key command ${type}:${command.choice} on key ${keyText(command, packages)}.`;
    case "createAndExercise":
      return `in create-and-exercise command ${type}:${command.choice}.`;
  }
};

const keyText = (
  { typeId, key }: Extract<SubmissionRootCommand, { readonly kind: "exerciseByKey" }>,
  packages: PackageRegistry,
): string => {
  const type = packages.template(typeId)?.key;
  return type === undefined ? "" : JSON.stringify(packages.codec(type).encode(key));
};

const shortType = (typeId: TypeId): string => {
  const { packageId, qualifiedName } = splitTypeId(typeId);
  return `${packageId.slice(0, 8)}:${qualifiedName}`;
};

const shortContract = (contractId: ContractId): string => contractId.slice(0, 10);
