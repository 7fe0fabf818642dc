import type { DamlFailure, DamlFrame } from "../../base/errors/daml-failure.ts";
import { type DamlCodeFrame, extractDamlLocation, findMostHelpfulFrame } from "./code-frame.ts";
import type { ContractCodeFailureTrace, TracingEngine } from "./contract-engine.ts";

/**
 * Returns the description of a failure for clients. `stack` contains the frames of the failure and
 * any frames that the caller adds.
 */
export const createDamlFailure = (
  failure: ContractCodeFailureTrace,
  stack: readonly DamlFrame[],
  engine: Pick<TracingEngine, "findSourceExcerpt"> | undefined,
): DamlFailure => {
  const { firstThrown, traces } = failure;
  const location = findMostHelpfulFrame(failure.stack);
  return {
    location: location && extractDamlLocation(location),
    excerpt: location && engine?.findSourceExcerpt(location),
    stack,
    firstThrown: firstThrown && extractDamlLocation(firstThrown),
    traces,
    note: describeMissingLocation(location),
  };
};

const describeMissingLocation = (location: DamlCodeFrame | undefined): string | undefined => {
  if (location === undefined) return undefined;
  const { package: name, range, isWholeDefinition } = location;
  if (range === undefined) {
    return `Package ${name} has no source locations here, so only the definition is known.`;
  }
  return isWholeDefinition
    ? `Package ${name} has no source location of the expression; the lines are those of its definition.`
    : undefined;
};
