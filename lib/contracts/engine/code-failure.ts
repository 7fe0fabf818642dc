import type { DamlFailure, DamlFrame } from "../../base/errors/daml-failure.ts";
import { type CodeFrame, innermostPlace, placeOf } from "./code-frame.ts";
import type { CodeFailure, TracingEngine } from "./contract-engine.ts";

/** Returns a failure of code for its caller. `stack` has the frames of the failure, and what else the caller knows. */
export const damlFailureOf = (
  failure: CodeFailure,
  stack: readonly DamlFrame[],
  engine: Pick<TracingEngine, "excerpt"> | undefined,
): DamlFailure => {
  const { firstThrown, traces } = failure;
  const location = innermostPlace(failure.stack);
  return {
    location: location && placeOf(location),
    excerpt: location && engine?.excerpt(location),
    stack,
    firstThrown: firstThrown && placeOf(firstThrown),
    traces,
    note: noteOn(location),
  };
};

const noteOn = (location: CodeFrame | undefined): string | undefined => {
  if (location === undefined) return undefined;
  const { package: name, range, isWholeDefinition } = location;
  if (range === undefined) {
    return `Package ${name} has no source locations here, so only the definition is known.`;
  }
  return isWholeDefinition
    ? `Package ${name} has no source location of the expression; the lines are those of its definition.`
    : undefined;
};
