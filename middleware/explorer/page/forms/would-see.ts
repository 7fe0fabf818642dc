import type { EvaluationTrace } from "../../../../lib/api.ts";

type TraceStep = EvaluationTrace["steps"][number];

/** Stakeholders of a contract; undefined if the viewing parties do not see it. */
export interface Stakeholders {
  readonly signatories: readonly string[];
  readonly observers: readonly string[];
}

/** A create or an exercise of a command that failed. */
export interface StepOfFailedCommand {
  readonly depth: number;
  readonly kind: "create" | "exercise";
  readonly templateId: string;
  readonly choice: string | undefined;
  readonly contractId: string | undefined;
  readonly error: string | undefined;
  readonly place: string | undefined;
  /** Parties that would have seen the step: its informees, and those of the steps around it. */
  readonly seenBy: readonly string[];
}

/**
 * Returns the creates and exercises of a trace with the parties that would have seen them, had the
 * command succeeded. `stakeholdersOf` finds contracts that the command did not create.
 */
export const listTracedStepsWithWitnesses = async (
  { steps }: EvaluationTrace,
  stakeholdersOf: (contractId: string) => Promise<Stakeholders | undefined>,
): Promise<readonly StepOfFailedCommand[]> => {
  const created = new Map<string, Stakeholders>();
  /** The parties that see the exercises around the present step, outermost first. */
  const around: (readonly string[])[] = [];
  const traced: StepOfFailedCommand[] = [];
  for (const step of steps) {
    if (step.kind !== "create" && step.kind !== "exercise") continue;
    around.length = Math.min(around.length, step.depth);
    const outer = around.at(-1) ?? [];
    const own =
      step.kind === "create"
        ? [...step.signatories, ...step.observers]
        : listInformees(
            step,
            created.get(step.contractId) ?? (await stakeholdersOf(step.contractId)),
          );
    const seenBy = [...new Set([...outer, ...own])];
    if (step.kind === "create" && step.contractId !== undefined) created.set(step.contractId, step);
    if (step.kind === "exercise") around[step.depth] = seenBy;
    traced.push({
      depth: step.depth,
      kind: step.kind,
      templateId: step.templateId,
      choice: step.kind === "exercise" ? step.choice : undefined,
      contractId: step.contractId,
      error: step.error,
      place: formatSourceLocation(step),
      seenBy,
    });
  }
  return traced;
};

type ExerciseStep = Extract<TraceStep, { kind: "exercise" }>;

/** Observers of a contract see a choice only if it consumes the contract. */
const listInformees = (
  { consuming, controllers, choiceObservers }: ExerciseStep,
  { signatories, observers }: Stakeholders = { signatories: [], observers: [] },
): readonly string[] => [
  ...signatories,
  ...(consuming ? observers : []),
  ...controllers,
  ...choiceObservers,
];

const formatSourceLocation = ({ location }: TraceStep): string | undefined =>
  location?.range === undefined ? undefined : `${location.module}:${location.range.line}`;
