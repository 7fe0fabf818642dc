import type { EvaluationTrace } from "../../base/errors/evaluation-trace.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { CodeCoverageRecorder } from "../../contracts/engine/code-execution-record.ts";
import { extractDamlLocation } from "../../contracts/engine/code-frame.ts";
import type { TracingEngine } from "../../contracts/engine/contract-engine.ts";
import type { PartialTransaction } from "../../contracts/engine/partial-transaction.ts";
import type { FinishablePartialTransaction } from "../../contracts/transaction/finished-transaction.ts";
import { EvaluationRecorder, getErrorCode, limitPartiesInTrace } from "./evaluation-recorder.ts";
import { RecordingPartialTransaction } from "./recording-transaction.ts";
import { rerunCommandsWithTracing, type SubmissionToTrace } from "./rerun-commands-with-tracing.ts";

const maxStacks = 500;

/** Discards the steps that a code recorder has counted so far. Returns the recorder. */
const resetCounter = (counter: CodeCoverageRecorder): CodeCoverageRecorder => {
  counter.takeRecord();
  return counter;
};

/** Runs the commands of a submission again, and returns the steps of their evaluation. */
export const traceSubmissionEvaluation = (submission: SubmissionToTrace): EvaluationTrace => {
  const { admitted, context } = submission;
  const { registry } = admitted.packages;
  let engine: TracingEngine | undefined;
  let recorded: PartialTransaction | undefined;
  const counts = new Map<TracingEngine, CodeCoverageRecorder>();
  const recorder = new EvaluationRecorder(registry, {
    location: () => {
      const frame = engine?.getCurrentFrame();
      return frame && extractDamlLocation(frame);
    },
    spent: () => (recorded === undefined ? 0 : (engine?.stepsSpent(recorded) ?? 0)),
  });
  const observe = (transaction: FinishablePartialTransaction) => {
    const recording = new RecordingPartialTransaction(transaction, registry, recorder);
    recorded = recording;
    return {
      onMessage: (text: string) =>
        recorder.recordMessage(text, limitPartiesInTrace(transaction.getAuthorizers())),
      transactionFor: (next: TracingEngine | undefined) => {
        engine = next;
        if (next !== undefined && !counts.has(next)) {
          counts.set(next, resetCounter(next.getCodeRecorder()));
        }
        return recording;
      },
    };
  };
  const { failure } = rerunCommandsWithTracing(submission, observe);
  const error = getErrorCode(failure?.error);
  return {
    steps: recorder.steps,
    omitted: recorder.omitted,
    spent: recorder.spent,
    stacks: [...counts.values()]
      .flatMap((counter) => counter.takeRecord().spent)
      .sort((left, right) => right.steps - left.steps)
      .slice(0, maxStacks),
    ledgerTime: formatInstant(context.ledgerTime),
    ...(error !== undefined && { error }),
  };
};
