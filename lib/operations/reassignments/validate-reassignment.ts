import { invalidFieldError, missingFieldError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  describeIdentifierGrammar,
  type IdentifierGrammar,
  ledgerStringGrammar,
  matchesGrammar,
  partyIdGrammar,
  reassignmentIdGrammar,
  uniqueIdentifierGrammar,
  userIdGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { ContractId, SynchronizerId, UserId } from "../../base/identifiers/identifiers.ts";
import type { Submission } from "../../base/model/update.ts";
import {
  checkIdentifierOfUnnamedField,
  checkOptionalIdentifier,
  requireContractId,
  requireIdentifier,
} from "../../views/envelope/identifier-readers.ts";
import { readWithErrorPath } from "../../views/envelope/readers.ts";
import type {
  UnvalidatedReassignmentCommand,
  UnvalidatedReassignmentCommands,
} from "./reassignment-request.ts";

/** A validated batch of reassignment commands: one unassignment or one assignment. */
export type ReassignmentCommandBatch = UnassignCommand | AssignCommand;

export interface UnassignCommand {
  readonly kind: "unassign";
  readonly source: SynchronizerId;
  readonly target: SynchronizerId;
  /** In the order of the commands. Not empty, without duplicates. */
  readonly contractIds: readonly ContractId[];
}

export interface AssignCommand {
  readonly kind: "assign";
  readonly target: SynchronizerId;
  readonly reassignmentId: string;
}

export interface ValidatedReassignment {
  /**
   * The submission. Its only acting party is the submitter. Its submission id is `""` if the ledger
   * must create one.
   */
  readonly submission: Submission;
  readonly command: ReassignmentCommandBatch;
}

/**
 * Checks the fields of reassignment commands in the order of ledger-api.md 3.13. `userId` is the
 * submitting user. Raises INVALID_FIELD, MISSING_FIELD, INVALID_ARGUMENT.
 */
export const validateReassignment = (
  request: UnvalidatedReassignmentCommands,
  userId: UserId,
): ValidatedReassignment => {
  const submitter = fieldIdentifier(partyIdGrammar, request.submitter, "submitter");
  requireIdentifier(userIdGrammar, userId, "userId");
  const commandId = fieldIdentifier(ledgerStringGrammar, request.commandId, "commandId");
  const submissionId = checkOptionalIdentifier(
    ledgerStringGrammar,
    request.submissionId,
    "submissionId",
  );
  const { workflowId } = request;
  if (workflowId !== "") {
    checkIdentifierOfUnnamedField(ledgerStringGrammar, workflowId, "workflowId");
  }
  const commands = request.commands.map((command, index) =>
    readWithErrorPath(`commands[${index}]`, command, () => checkCommand(command)),
  );
  return {
    submission: { userId, commandId, workflowId, submissionId, actAs: [submitter] },
    command: combineCommands(commands),
  };
};

/**
 * Checks an identifier. Raises INVALID_FIELD if it is empty or malformed. (`requireIdentifier`, for
 * other requests, raises MISSING_FIELD if it is empty.)
 */
const fieldIdentifier = (grammar: IdentifierGrammar, text: string, field: string): string => {
  if (matchesGrammar(grammar, text)) return text;
  throw invalidFieldError({ field, expected: describeIdentifierGrammar(grammar), found: text });
};

const checkCommand = (
  command: UnvalidatedReassignmentCommand | undefined,
): ReassignmentCommandBatch => {
  if (command === undefined) throw missingFieldError("command");
  const { kind, value } = command;
  return readWithErrorPath(`command.${kind}.value`, value, () => {
    const source = requireIdentifier(uniqueIdentifierGrammar, value.source, "source");
    const target = requireIdentifier(uniqueIdentifierGrammar, value.target, "target");
    if (kind === "AssignCommand") {
      const { reassignmentId: id } = command.value;
      const reassignmentId = fieldIdentifier(reassignmentIdGrammar, id, "reassignmentId");
      return { kind: "assign", target, reassignmentId };
    }
    const contractId = requireContractId(command.value.contractId, "contractId");
    return { kind: "unassign", source, target, contractIds: [contractId] };
  });
};

/** Returns the batch: one assignment, or unassignments that can be combined. */
const combineCommands = (
  commands: readonly ReassignmentCommandBatch[],
): ReassignmentCommandBatch => {
  const [first, ...others] = commands;
  if (first === undefined) throw invalidBatchError("it has no commands");
  if (first.kind === "assign") {
    if (others.length > 0) throw invalidBatchError("an assignment must be its only command");
    return first;
  }
  const contractIds = new Set(first.contractIds);
  for (const command of others) {
    if (command.kind === "assign") {
      throw invalidBatchError("it mixes unassignments with an assignment");
    }
    if (command.source !== first.source || command.target !== first.target) {
      throw invalidBatchError("its unassignments have different sources or targets");
    }
    for (const contractId of command.contractIds) {
      if (contractIds.has(contractId)) throw invalidBatchError(`it names ${contractId} twice`);
      contractIds.add(contractId);
    }
  }
  return { ...first, contractIds: [...contractIds] };
};

const invalidBatchError = (reason: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The batch of reassignment commands is invalid: ${reason}.`,
    path: "commands",
  });
