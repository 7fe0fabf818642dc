import type { FaultMatchableCall } from "../../lib/internal.ts";
import type { PipelineCall } from "./call.ts";
import { hasPageToken } from "./stale-tokens.ts";

/**
 * Returns the properties of a call that fault rules match. They are computed when a rule needs them, within
 * limits of size and depth.
 */
export const toFaultMatchableCall = (call: PipelineCall): FaultMatchableCall => {
  const { route } = call.request;
  const operationId = route.kind === "found" ? route.operationId : undefined;
  let named: NamesInCall | undefined;
  const names = (): NamesInCall => (named ??= findNames(call));
  return {
    operationId,
    user: call.userId,
    writes: classifyWrites(operationId),
    parties: () => names().parties,
    templates: () => names().templates,
    commandId: () => names().commandId,
    hasToken: () => hasPageToken(call.jsonIfReadable) || hasPageToken(call.parameters),
  };
};

const classifyWrites = (operationId = ""): FaultMatchableCall["writes"] => {
  if (commandOperationIds.has(operationId)) return "commands";
  return reassignmentOperationIds.has(operationId) ? "reassignment" : undefined;
};

const commandOperationIds: ReadonlySet<string> = new Set([
  "submit",
  "submitAndWait",
  "submitAndWaitForTransaction",
  "submitAndWaitForTransactionTree",
  "executeSubmission",
  "executeSubmissionAndWait",
  "executeSubmissionAndWaitForTransaction",
]);

const reassignmentOperationIds: ReadonlySet<string> = new Set([
  "submitReassignment",
  "submitAndWaitForReassignment",
]);

interface NamesInCall {
  readonly parties: Set<string>;
  readonly templates: Set<string>;
  commandId: string | undefined;
}

/** Maximum number and depth of the body's values that are searched. */
const maxValues = 20_000;
const maxDepth = 12;

const findNames = (call: PipelineCall): NamesInCall => {
  const named: NamesInCall = { parties: new Set(), templates: new Set(), commandId: undefined };
  const { party } = call.parameters;
  if (typeof party === "string") named.parties.add(party);
  let left = maxValues;
  const visit = (value: unknown, key: string, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > maxDepth) return;
    if (typeof value === "string") return addFoundName(named, key, value);
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const each of value) visit(each, key, depth + 1);
      return;
    }
    for (const [field, each] of Object.entries(value)) {
      if (contractDataFields.has(field)) continue;
      if (key === "filtersByParty") named.parties.add(field);
      visit(each, field, depth + 1);
    }
  };
  visit(call.jsonIfReadable, "", 0);
  return named;
};

/** Fields with contract data, in which no parties are searched. */
const contractDataFields: ReadonlySet<string> = new Set([
  "createArguments",
  "choiceArgument",
  "contractKey",
  "disclosedContracts",
]);

const addFoundName = (named: NamesInCall, key: string, text: string): void => {
  switch (key) {
    case "actAs":
    case "readAs":
    case "party":
    case "parties":
    case "requestingParties":
      named.parties.add(text);
      return;
    case "templateId":
    case "interfaceId":
      named.templates.add(text);
      return;
    case "commandId":
      named.commandId ??= text;
      return;
  }
};
