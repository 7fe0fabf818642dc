import type { ErrorCode } from "../../base/errors/catalogue.ts";
import type { CommandFrame, DamlFailure, DamlFrame } from "../../base/errors/daml-failure.ts";
import { type ErrorDetails, isLedgerError, LedgerError } from "../../base/errors/ledger-error.ts";
import type { SubmissionFailureExplanation } from "../../base/errors/submission-failure-explanation.ts";
import { formatInstant } from "../../base/values/time.ts";
import { createDamlFailure } from "../../contracts/engine/code-failure.ts";
import { type DamlCodeFrame, toFunctionStackFrame } from "../../contracts/engine/code-frame.ts";
import type { ContractCodeFailureTrace } from "../../contracts/engine/contract-engine.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { ExerciseInProgress } from "../../contracts/transaction/finished-transaction.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { explainContractVersionMismatch } from "./explain-contract-version-mismatch.ts";
import { explainMissingAuthority } from "./explain-missing-authority.ts";
import { explainUnusableContract } from "./explain-unusable-contract.ts";
import {
  rerunCommandsWithTracing,
  type SubmissionToTrace,
  type TracedCommandRerun,
} from "./rerun-commands-with-tracing.ts";
import type { SubmissionRootCommand } from "./submission-root-command.ts";
import { traceSubmissionEvaluation } from "./trace-evaluation.ts";
import { findChoiceSignature, toValueJson } from "./value-json.ts";

/** A submission whose commands failed. */
interface FailedSubmission extends SubmissionToTrace {
  readonly error: LedgerError;
}

/**
 * Returns the error with explanations that are computed when they are first read: where Daml code
 * failed and what it did before (found by running the commands a second time), and why a contract
 * cannot be used or authority is missing. `exercises` are the exercises that were in progress, the
 * innermost first.
 */
export const addSubmissionFailureExplanations = (
  error: unknown,
  submission: SubmissionToTrace & { readonly exercises: readonly ExerciseInProgress[] },
): unknown => {
  if (!isLedgerError(error)) return error;
  const { state, admitted, exercises } = submission;
  const canTrace = admitted.commands.some(({ engine }) => engine.tracing !== undefined);
  return new LedgerError(error.details, {
    thrown: error.cause,
    ...(canTrace && { daml: () => explainFailure({ ...submission, error }) }),
    reason: () => explainSubmissionFailure(error.details, state, admitted, exercises),
    trace: () => traceSubmissionEvaluation(submission),
  });
};

/**
 * Returns an explanation of why a submission failed; undefined for errors whose cause already
 * explains it.
 */
export const explainSubmissionFailure = (
  { code, resources, authority, version }: ErrorDetails,
  state: LedgerState,
  admitted: AdmittedSubmission,
  exercises: readonly ExerciseInProgress[] = [],
): SubmissionFailureExplanation | undefined => {
  if (authority !== undefined) {
    return explainMissingAuthority(authority, admitted.submission.actAs, exercises[0]);
  }
  if (code === "DAML_EFFECTFUL_ROLLBACK_ERROR") return refusedRollback;
  if (version !== undefined) {
    return explainContractVersionMismatch(version, admitted.packages.registry);
  }
  const contractId = resources.find(([type]) => type === "CONTRACT_ID")?.[1];
  return contractId !== undefined && lostContract.has(code)
    ? explainUnusableContract(state, admitted, contractId)
    : undefined;
};

const refusedRollback: SubmissionFailureExplanation = {
  cause:
    "Contract code caught an exception after the `try` block had created or archived contracts. From protocol version 35 on, these changes cannot be rolled back.",
  advice:
    "Check the condition before the block changes contracts, or do not catch the exception. With protocolVersion 34 the ledger rolls the changes back.",
};

const lostContract: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "CONTRACT_NOT_FOUND",
  "LOCAL_VERDICT_INACTIVE_CONTRACTS",
  "LOCAL_VERDICT_LOCKED_CONTRACTS",
]);

/**
 * Returns the place where the commands of a submission failed, found by a second run; undefined if
 * the second run succeeds.
 */
const explainFailure = (submission: FailedSubmission): DamlFailure | undefined => {
  const { admitted, context, error } = submission;
  const { registry } = admitted.packages;
  const { transaction, failure: run } = rerunCommandsWithTracing(submission);
  if (run === undefined) return undefined;
  const { engine, command } = run;
  const exercises = transaction.listOpenExercises();
  const isSame = isLedgerError(run.error) && run.error.code === error.code;
  const none: ContractCodeFailureTrace = { stack: [], firstThrown: undefined, traces: [] };
  const found = engine?.getCodeFailure(run.error) ?? none;
  const isRefused = found.stack.length === 0 && exercises.length === 0;
  const failure = isRefused ? { ...found, stack: authorityFrames(run) } : found;
  const frames = mergedFrames(exercises.toReversed(), failure.stack, registry);
  const stack = [commandFrame(command, registry), ...frames];
  const ledgerTime = transaction.usesLedgerTime && {
    ledgerTime: formatInstant(context.ledgerTime),
  };
  const described = createDamlFailure(failure, omitMiddleFrames(stack), engine);
  const notes = [
    isSame ? described.note : differentFailure(run.error),
    isSame && error.code === "INTERPRETATION_TIME_EXCEEDED" ? endlessCode : undefined,
    stack.length > maxFrames ? omittedFrames(stack.length - maxFrames) : undefined,
  ].filter((note) => note !== undefined);
  const note = notes.length === 0 ? undefined : notes.join(" ");
  return { ...described, ...ledgerTime, note };
};

/**
 * Returns the place in the code that computes the parties whose authority a command lacks; empty if
 * it is unknown.
 */
const authorityFrames = ({
  error,
  engine,
  command,
}: NonNullable<TracedCommandRerun["failure"]>): readonly DamlCodeFrame[] => {
  const step = isLedgerError(error) ? error.details.authority?.step : undefined;
  if (step === undefined) return [];
  const choice = step === "exercise" && command.kind !== "create" ? command.choice : undefined;
  const rule = engine?.findPartyRule(command.typeId, choice);
  return rule === undefined ? [] : [rule];
};

const endlessCode =
  "The code ran too long. The place is where the second run, which takes fewer evaluation steps, was stopped; the loop may be in a caller, or may begin later.";

const omittedFrames = (count: number): string =>
  `The stack is shown without ${count} frames in its middle.`;

const differentFailure = (error: unknown): string =>
  "The place may be wrong: the second run of the commands, which is needed to find it, ended with " +
  `${isLedgerError(error) ? error.code : "another error"}.`;

/** Returns one stack of exercises and functions, in the order in which they called each other. */
const mergedFrames = (
  exercises: readonly ExerciseInProgress[],
  stack: readonly DamlCodeFrame[],
  packages: PackageRegistry,
): readonly DamlFrame[] => {
  const inner = stack.filter(({ isExercise }) => isExercise).length;
  // The first exercise has no frame in the engine's stack, because the command began it; the body
  // of each other exercise has one. If the engine refused a rollback, some of the exercises are
  // already closed.
  const atRoot = Math.max(Math.min(1, exercises.length), exercises.length - inner);
  const waiting = exercises.map((each) => exerciseFrame(each, packages));
  const frames: DamlFrame[] = waiting.splice(0, atRoot);
  for (const frame of stack) {
    frames.push(toFunctionStackFrame(frame));
    if (frame.isExercise) frames.push(...waiting.splice(0, 1));
  }
  return frames;
};

const exerciseFrame = (
  { typeId, choice, contractId, argument }: ExerciseInProgress,
  packages: PackageRegistry,
): DamlFrame => ({
  kind: "exercise",
  templateId: typeId,
  choice,
  contractId,
  argument: toValueJson(
    packages,
    findChoiceSignature(packages, typeId, choice)?.argument,
    argument,
  ),
});

const commandFrame = (command: SubmissionRootCommand, packages: PackageRegistry): CommandFrame => {
  const { kind, typeId } = command;
  if (kind === "create") {
    const argument = toValueJson(packages, packages.template(typeId)?.payload, command.argument);
    return { kind: "command", command: kind, templateId: typeId, argument };
  }
  const { choice, choiceArgument } = command;
  const type = findChoiceSignature(packages, typeId, choice)?.argument;
  const argument = toValueJson(packages, type, choiceArgument);
  const contractId = kind === "exercise" ? { contractId: command.contractId } : {};
  return { kind: "command", command: kind, templateId: typeId, choice, ...contractId, argument };
};

/** Maximum number of frames of a stack. The middle of a longer stack is omitted. */
const maxFrames = 60;

const omitMiddleFrames = (frames: readonly DamlFrame[]): readonly DamlFrame[] =>
  frames.length <= maxFrames
    ? frames
    : [...frames.slice(0, maxFrames / 2), ...frames.slice(-maxFrames / 2)];
